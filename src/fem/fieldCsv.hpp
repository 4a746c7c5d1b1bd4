#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/fem/Domain.hpp"

namespace tenon::fem {

/// What the lines of a CSV file may be of: nodes, or elements.
struct CsvPlaces {
  struct Place {
    std::int64_t tag;  ///< number in the mesh file
    std::size_t slot;  ///< of its values here
    bool is_owned;     ///< of others, no line is missed: their owner does
  };
  std::string what;  ///< "node" or "element": the name of the column
  std::vector<Place> places;
  std::size_t num_slots = 0;
};

/// What a CSV file says of places of one kind.
struct FieldCsv {
  std::size_t kind = 0;  ///< which of those that were asked for
  std::array<bool, 3> has_column{};
  std::vector<double> values;  ///< [slots of that kind x 3]
};

/// Reads a file whose first line names one of `kinds` and some of `columns`, and each other line a number of a node or
/// element and its values; lines may be empty, and # begins a comment. The root reads a piece at a time, and every rank
/// keeps what is of its own places.
///
/// Collective. FileError for a file that cannot be read; InputError with file and line for a line that is no row and a
/// place that stands twice, and with `wanted_by` for one that has no row.
FieldCsv readFieldCsv(const base::Communicator& comm, const std::string& path, const std::vector<std::string>& columns,
                      std::vector<CsvPlaces> kinds, const std::string& wanted_by);

/// Some local nodes of an object; slots are local nodes.
CsvPlaces nodesOfCsv(const Domain& domain, const std::vector<base::LocalIndex>& nodes);

}  // namespace tenon::fem
