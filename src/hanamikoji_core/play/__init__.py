"""Matches: games, saved games, computer players and simulation.

Private: import from `hanamikoji_core`.
"""
