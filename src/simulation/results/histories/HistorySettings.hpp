// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::simulation {

/// Entry of `output.histories` of a case without a key `type`: values that are written at every
/// step. It contains one of nodes, constraint, joint and energies.
struct HistorySettings {
  std::string name;
  fem::ObjectGroup nodes;
  std::vector<std::string> fields;
  std::string of = "each";
  std::string constraint;
  std::string joint, side = "second", axes = "global";
  bool energies = false;
  /// Declares the keys of an entry.
  static void declare(base::Parameters<HistorySettings>& p);
};

}  // namespace tenon::simulation
