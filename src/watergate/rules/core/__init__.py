"""The compiled core of the rules: everything that may run as machine code, and nothing else.

Plain functions over the state record and the edition's table, marked `@compilable`. They import
only each other and `edition/layout.py`, so the digest of these files is that of the machine code.
`entries.py` lists what is called from Python.
"""
