#pragma once
#include <array>
#include <string>
#include <vector>

#include "tenon/fem/Domain.hpp"

namespace tenon::fem {

/// What a CSV file says of nodes.
struct NodalCsv {
  std::array<bool, 3> has_column{};
  std::vector<double> values;  ///< [local nodes x 3]
};

/// Reads a file whose first line is `node` and some of `columns`, and each other line a node's number and its values;
/// lines may be empty, and # begins a comment. The root reads a piece at a time, and every rank keeps what is of its
/// own `nodes`.
///
/// Collective. FileError for a file that cannot be read; InputError with file and line for a line that is no row and a
/// node that stands twice, and with `wanted_by` for one of `nodes` that has no row.
NodalCsv readNodalCsv(const std::string& path, const std::vector<std::string>& columns, const Domain& domain,
                      const std::vector<base::LocalIndex>& nodes, const std::string& wanted_by);

}  // namespace tenon::fem
