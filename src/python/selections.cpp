// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "selections.hpp"

#include <fmt/format.h>

#include "tenon/base/suggest.hpp"

namespace tenon::python {

void failOnAllRanks(const std::string& sentence) {
  base::InputError error(sentence);
  error.markOnAllRanks();
  throw error;
}

system::RowKind rowKindOf(const std::string& name) {
  if (name == "all") return system::RowKind::all;
  if (name == "active") return system::RowKind::active;
  if (name == "bilateral") return system::RowKind::bilateral;
  if (name == "unilateral") return system::RowKind::unilateral;
  failOnAllRanks(fmt::format("'{}' is not a kind of constraint row{}", name,
                             base::suggestionFor(name, {"all", "active", "bilateral", "unilateral"})));
}

}  // namespace tenon::python
