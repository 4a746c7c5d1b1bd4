#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace tenon::simulation {

/// A summary as text. Names of files may be no UTF-8; that is no reason to lose it.
inline std::string jsonText(const nlohmann::json& json) {
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace tenon::simulation
