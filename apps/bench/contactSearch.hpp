#pragma once
#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

struct ContactSearchOptions {
  int nodes = 100000;  ///< of the slave: about so many
};

/// Two plates of one layer of hexes, wavy where they face each other, a tenth of a face apart: n^2 nodes over as many
/// faces, which do not match. What it takes to find which faces each node may come to in the default reach, and then
/// the gap of each, first and after the upper plate has slid by one and a half faces. Prints one JSON line on the root.
/// Collective.
void measureContactSearch(const base::Communicator& comm, const ContactSearchOptions& options);

}  // namespace tenon::bench
