"""``python -m hanamikoji_core`` is the command line ``hanamikoji``."""

from .cli import main

if __name__ == "__main__":
    main()
