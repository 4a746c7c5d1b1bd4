# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Constructors of histories that a module with custom types has registered."""
from .registries import constructors

__getattr__, __dir__ = constructors(__name__)
