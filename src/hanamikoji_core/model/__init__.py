"""What there is: cards, the row, moves, positions, views and events.

Private: import from `hanamikoji_core`.
"""
