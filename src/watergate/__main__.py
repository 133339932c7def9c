"""`python -m watergate` is `watergate`."""

from watergate.cli import main

main()
