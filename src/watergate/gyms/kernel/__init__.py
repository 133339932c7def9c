"""What environments do for every game of a batch: compiled, for cores and for GPUs alike."""
