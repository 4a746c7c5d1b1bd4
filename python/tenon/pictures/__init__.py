# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Pictures, plots and animations of results.

The modules `picture`, `curves` and `animation` are programs: `python3 -m tenon.pictures.picture`
draws the bodies of a result by VTK, `tenon.pictures.curves` plots values by matplotlib, and
`tenon.pictures.animation` writes a .gif or .mp4. The methods picture(), plot() and animate() of
tenon.results.Results call them from Python.
"""
