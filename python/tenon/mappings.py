# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Constructors of mappings of an object to its parents, and of measurements."""
from .registries import constructors

__getattr__, __dir__ = constructors(__name__)
