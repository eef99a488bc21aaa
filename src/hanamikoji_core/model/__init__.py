"""The values of the game: cards, the row, moves, positions, observations and events.

Private: import from `hanamikoji_core`.
"""
