"""The release of this library; ``pyproject.toml`` reads it here, so that no metadata is needed."""

__version__ = "0.1.0"
