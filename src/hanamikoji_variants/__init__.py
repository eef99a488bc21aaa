"""The rule sets that ship with the library: one module each, plug-ins like any other."""
