#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tenon/base/algebra.hpp"

namespace tenon::simulation {

/// A summary as text. Names of files may be no UTF-8; that is no reason to lose it.
inline std::string jsonText(const nlohmann::json& json) {
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

inline std::vector<double> listOf(const base::Vec3& v) {
  return {v[0], v[1], v[2]};
}

}  // namespace tenon::simulation
