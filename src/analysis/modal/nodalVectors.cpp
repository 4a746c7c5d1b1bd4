// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "nodalVectors.hpp"

#include "analysis/bounds/mixBits.hpp"

namespace tenon::analysis {

la::Vector arbitraryVector(const Equations& equations, std::uint64_t number) {
  return vectorByNodes(equations, [&](const system::Body& body, base::LocalIndex node, int c) {
    std::uint64_t key = mixBits(number + 1);
    for (const char letter : body.name()) key = mixBits(key + static_cast<unsigned char>(letter));
    key = mixBits(key + static_cast<std::uint64_t>(body.mesh().nodePositions()[static_cast<std::size_t>(node)]));
    key = mixBits(key + static_cast<std::uint64_t>(c));
    return 2.0 * static_cast<double>(key >> 11) / static_cast<double>(std::uint64_t{1} << 53) - 1.0;
  });
}

}  // namespace tenon::analysis
