#pragma once
#include <string>
#include <utility>
#include <vector>

#include "tenon/base/CaseNode.hpp"

namespace tenon::base {

/// A factor that changes in time: linear between the entries of a table, constant before the first and after the last.
/// Without a table it is 1 at all times.
class History {
 public:
  using Table = std::vector<std::pair<double, double>>;  ///< time, factor

  History() = default;
  /// InputError for an empty table, and where the times do not ascend.
  explicit History(Table table);

  double operator()(double time) const;
  const Table& table() const { return table_; }

 private:
  Table table_;
};

// Histories as parameters, [[0, 0], [1.5, 1]].
void readValue(const CaseNode& node, History& value);
std::string printValue(const History& value);
inline const char* typeName(const History*) {
  return "[[time, factor], ..]";
}

}  // namespace tenon::base
