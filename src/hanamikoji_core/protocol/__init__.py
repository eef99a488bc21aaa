"""What a plug-in says: markers, policies, variants and house rules.

Private: import from `hanamikoji_core`.
"""
