"""Play at one screen: a terminal application, and a plain mode for screen readers and pipes."""
