"""Matches: games, saves, players and simulation.

Private: import from `hanamikoji_core`.
"""
