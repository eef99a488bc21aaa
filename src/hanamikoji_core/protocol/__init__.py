"""What a plug-in defines: markers, policies, variants and house rules.

Private: import from `hanamikoji_core`.
"""
