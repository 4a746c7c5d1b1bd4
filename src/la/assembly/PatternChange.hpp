// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

namespace tenon::la {

/// Change of a sparsity pattern: a contributor has added a block that was not recorded, or elements
/// other than the recorded ones.
struct PatternChange {
  std::string contributor;  ///< name of the contributor that caused the change
  std::string what;         ///< description of the change, with states and indices
};

}  // namespace tenon::la
