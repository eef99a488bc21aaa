"""The style sheet, light and dark. The system or the page (``data-theme``) chooses."""

from __future__ import annotations

from typing import Final

# The palette of Okabe and Ito, which works with every kind of colour vision.
_SIGNS: Final = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7")

_LIGHT: Final = (
    "--hk-mat:#f3efe6;--hk-line:#8a8272;--hk-ink:#2a2620;--hk-soft:#5d564a;"
    "--hk-paper:#fffdf8;--hk-back:#3d4f6d;--hk-weave:#8ea3c7;--hk-favor:#f7c948;--hk-panel:#e4ddcd;"
    "--hk-won:#2a2620"
)
_DARK: Final = (
    "--hk-mat:#1d2129;--hk-line:#737c8c;--hk-ink:#eceef2;--hk-soft:#b3bac7;"
    "--hk-paper:#f1ede3;--hk-back:#4a6187;--hk-weave:#a3b7d9;--hk-favor:#f7c948;--hk-panel:#2b313d;"
    "--hk-won:#a8742a"
)

STYLE: Final = "".join(
    [
        f".hk{{{_LIGHT};max-width:100%;height:auto;"
        "font-family:'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',Arial,sans-serif}",
        f"@media(prefers-color-scheme:dark){{.hk{{{_DARK}}}}}",
        f"[data-theme=light] .hk{{{_LIGHT}}}[data-theme=dark] .hk{{{_DARK}}}",
        ".hk-mat{fill:var(--hk-mat);stroke:var(--hk-line);stroke-opacity:.5}",
        ".hk-panel{fill:var(--hk-panel);stroke:var(--hk-line);stroke-opacity:.5}",
        ".hk-ink{fill:var(--hk-ink)}.hk-soft{fill:var(--hk-soft)}.hk-bold{font-weight:700}",
        ".hk-type{fill:#2a2620;font-weight:700}",
        ".hk-paper{fill:var(--hk-paper);stroke:#6b6353;stroke-width:1}",
        ".hk-back{fill:var(--hk-back);stroke:#1d2533}",
        ".hk-weave{fill:none;stroke:var(--hk-weave);stroke-width:1.2}",
        ".hk-sign{stroke:#2a2620;stroke-width:1;stroke-linejoin:round}",
        *(f".hk-c{i}{{fill:{colour}}}" for i, colour in enumerate(_SIGNS)),
        ".hk-favor{fill:var(--hk-favor);stroke:#2a2620;stroke-width:1.5}",
        ".hk-track{fill:none;stroke:#6b6353;stroke-opacity:.45;stroke-width:2}",
        ".hk-won{fill:var(--hk-won)}.hk-tip{fill:#2a2620}",
        ".hk-token{fill:var(--hk-ink)}.hk-number{fill:var(--hk-mat);font-weight:700}",
        ".hk-spent{fill:none;stroke:var(--hk-soft);stroke-dasharray:3 3}",
        ".hk-arrow{fill:none;stroke:var(--hk-ink);stroke-width:2}.hk-head{fill:var(--hk-ink)}",
    ]
)
"""The style sheet for all pictures, for a page that includes it once."""
