"""Settings for all tests."""

import os

from hypothesis import settings

# What somebody has set for their own games and terminal changes no test.
OF_THE_TESTS = ("COMPILED", "FUZZ", "SHOTS", "THOROUGH")
for name in list(os.environ):
    if name.startswith("WATERGATE_") and name.removeprefix("WATERGATE_") not in OF_THE_TESTS:
        del os.environ[name]
for name in ("CLICOLOR_FORCE", "COLUMNS", "FORCE_COLOR", "LANGUAGE", "LC_MESSAGES", "LINES"):
    os.environ.pop(name, None)
os.environ["LC_ALL"] = "C.UTF-8"
# Tests have a process a core already: matrices that share cores would wait for each other.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

# These machines are noisy, and uncompiled rules are slow: no test fails for being slow.
settings.register_profile("watergate", deadline=None, max_examples=60)
settings.load_profile("watergate")
