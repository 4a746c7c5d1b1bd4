// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

/// Options of `tenon-bench contact --problem search`.
struct ContactSearchOptions {
  int nodes = 100000;  ///< approximate number of nodes of the slave
};

/// Measures contact detection between two plates of one layer of hexes whose facing sides are wavy
/// and a tenth of a face length apart: n^2 nodes over as many non-matching faces. Reports the time
/// to find the candidate faces of each node within the default reach and to evaluate all gaps,
/// initially and after the upper plate has slid by one and a half faces. Prints one JSON line on
/// the root.
/// @note Collective.
void measureContactSearch(const base::Communicator& comm, const ContactSearchOptions& options);

}  // namespace tenon::bench
