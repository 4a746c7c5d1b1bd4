// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/assembly/ScaledAccumulator.hpp"

#include "tenon/base/Error.hpp"

namespace tenon::la {

void ScaledAccumulator::reportPatternChange(const std::string& what) {
  if (!on_change_) throw base::InternalError(what);
  if (!pattern_changed_) on_change_(what);
  pattern_changed_ = true;
}

}  // namespace tenon::la
