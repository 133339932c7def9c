"""Settings for all tests."""

from hypothesis import settings

# These machines are noisy, and uncompiled rules are slow: no test fails for being slow.
settings.register_profile("watergate", deadline=None, max_examples=60)
settings.load_profile("watergate")
