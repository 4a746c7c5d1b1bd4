# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Assembly and solution of constrained mechanics problems in parallel."""
