"""`python -m kilowatt` is the command line."""

from kilowatt.cli import main

if __name__ == "__main__":
    main()
