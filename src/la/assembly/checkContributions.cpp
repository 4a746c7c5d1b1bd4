// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "checkContributions.hpp"

#include <map>
#include <utility>

#include "la/assembly/DiagonalAccumulator.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::la {

void checkContributions(const CombinedLayout& layout, const MatrixAssembly::Contribute& contribute) {
  NullAccumulator nothing;
  std::string contributor;
  std::map<std::pair<const State*, const State*>, CheckedAccumulator> accumulators;
  const auto find = [&](const State& row, const State& column, double) -> Accumulator& {
    layout.indexOf(row), layout.indexOf(column);  // throws if a state does not belong to the layout
    return accumulators
        .try_emplace({&row, &column}, row, column, contributor, IndexChecking::on, static_cast<Accumulator&>(nothing))
        .first->second;
  };
  base::runCollectively(layout.comm(),
                        [&] { contribute(Contributions(find, [&](const std::string& name) { contributor = name; })); });
}

}  // namespace tenon::la
