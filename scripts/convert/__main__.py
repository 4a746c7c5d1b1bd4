"""The program tenon-convert: cmake packs this folder into one file (Python's zipapp)."""
import sys

from command import main

sys.exit(main(sys.argv[1:]))
