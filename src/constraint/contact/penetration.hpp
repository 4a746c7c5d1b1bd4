// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::constraint {

/// Nodes of this rank that penetrate a body at the start.
struct Penetration {
  double deepest = 0.0;
  std::int64_t node = -1;  ///< number of the deepest node; the smallest number if several are equally deep
  std::int64_t count = 0;

  void add(double depth, std::int64_t number);
  /// Issues one warning for all ranks if there are such nodes. @note Collective.
  void warn(const base::Communicator& comm, const std::string& contact) const;
};

}  // namespace tenon::constraint
