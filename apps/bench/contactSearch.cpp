// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "contactSearch.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "constraint/registry.hpp"
#include "measure.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/system/Body.hpp"

namespace tenon::bench {
namespace {

/// Creates a plate of n x n faces on the unit square, wavy on both sides.
std::unique_ptr<system::Body> plate(const base::Communicator& comm, const std::string& name, int n, double low) {
  mesh::BoxOptions wavy;
  wavy.map = [](const mesh::Point& x) -> mesh::Point {
    return {x[0], x[1], x[2] + 0.02 * std::sin(6 * x[0]) * std::cos(5 * x[1])};
  };
  return std::make_unique<system::Body>(
      name, mesh::box(comm, mesh::CellType::hex8, {n, n, 1}, {0, 0, low}, {1, 1, low + 0.1}, wavy));
}

}  // namespace

void measureContactSearch(const base::Communicator& comm, const ContactSearchOptions& options) {
  constexpr double apart = 0.1, slide = 1.5;  // in face lengths
  const int n = std::max(2, static_cast<int>(std::lround(std::sqrt(options.nodes))));
  const auto lower = plate(comm, "lower", n, 0.0), upper = plate(comm, "upper", n - 1, 0.1 + apart / n);
  constraint::ContactRegistry contacts("contact");
  constraint::registerContacts(contacts);
  std::unique_ptr<constraint::Constraint> contact;
  const Duration making = measure(comm, [&] {
    contact = contacts.make(
        base::CaseNode::parse("{type: surface, name: contact, method: nodes, slave: {object: upper, group: zmin}, "
                              "master: {object: lower, group: zmax}}",
                              "tenon-bench"),
        [&](const std::string& name) -> const fem::Domain& { return (name == "lower" ? lower : upper)->domain(); });
  });
  std::vector<double> gaps(static_cast<std::size_t>(contact->numRows()), 0.0);
  const Duration placing = measure(comm, [&] { contact->addResidual(gaps); });
  la::State& state = upper->state();
  for (std::size_t i = 0; i < state.displacement().size(); i += 3) state.displacement()[i] = slide / n;
  state.updateGhosts();
  bool others = false;
  const Duration finding = measure(comm, [&] { others = contact->updatePairs(0.0); });
  std::fill(gaps.begin(), gaps.end(), 0.0);
  const Duration again = measure(comm, [&] { contact->addResidual(gaps); });
  const double narrowest = comm.min(gaps.empty() ? 1.0 : *std::min_element(gaps.begin(), gaps.end()));
  nlohmann::ordered_json line{{"prog", "tenon"}, {"problem", "search"}, {"ranks", comm.size()}};
  line["nodes"] = comm.sum(static_cast<long>(contact->numRows()));
  line["faces"] = static_cast<long>(n) * n;
  line["make_ms"] = making.wall;
  line["first_ms"] = placing.wall;
  line["pairs_ms"] = finding.wall;
  line["gaps_ms"] = again.wall;
  line["search_ms"] = finding.wall + again.wall;
  line["others"] = others;
  line["narrowest"] = narrowest;
  line["peak_mb"] = peakMiB(comm);
  if (comm.isRoot()) std::printf("%s\n", line.dump().c_str());
}

}  // namespace tenon::bench
