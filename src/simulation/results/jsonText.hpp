// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tenon/base/algebra.hpp"

namespace tenon::simulation {

/// Returns a summary as text. Bytes of file names that are not valid UTF-8 are replaced, so that
/// the summary is not lost.
inline std::string jsonText(const nlohmann::json& json) {
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Returns the components of a vector.
inline std::vector<double> listOf(const base::Vec3& v) {
  return {v[0], v[1], v[2]};
}

}  // namespace tenon::simulation
