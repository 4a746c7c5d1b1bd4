#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Comma-separated values, as every reader of tenon takes them.
namespace tenon::base {

/// Fields of a line. Blanks around a field do not count; in quotation marks a field may hold commas, '#' and, doubled,
/// the marks themselves. A '#' elsewhere begins a comment. Nothing for a line that is empty but for these.
std::vector<std::string> csvFields(std::string_view line);

/// The finite number that a whole field is, or none.
std::optional<double> numberOf(const std::string& field);

}  // namespace tenon::base
