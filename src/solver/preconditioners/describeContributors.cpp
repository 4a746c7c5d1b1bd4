// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "describeContributors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tenon::solver {
namespace {

constexpr std::size_t most_named = 3;

}  // namespace

std::string describeContributors(const std::vector<std::string>& contributors) {
  const std::vector<std::string> named(
      contributors.begin(),
      contributors.begin() + static_cast<std::ptrdiff_t>(std::min(most_named, contributors.size())));
  const std::size_t others = contributors.size() - named.size();
  return fmt::format("the tangent{} of {}{} {}", contributors.size() == 1 ? "" : "s", fmt::join(named, " and of "),
                     others > 0 ? fmt::format(" and of {} more", others) : "", contributors.size() == 1 ? "is" : "are");
}

}  // namespace tenon::solver
