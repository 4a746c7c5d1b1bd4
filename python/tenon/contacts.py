# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Constructors of contacts, of deformable and of rigid bodies."""
from .registries import constructors

__getattr__, __dir__ = constructors(__name__)
