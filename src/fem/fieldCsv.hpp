// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/fem/Domain.hpp"

namespace tenon::fem {

/// Nodes or elements to which the lines of a CSV file may refer.
struct CsvTargets {
  /// Node or element on this rank.
  struct Target {
    std::int64_t tag;  ///< number in the mesh file
    std::size_t slot;  ///< index of its values
    bool is_owned;     ///< true if owned; a missing line is reported by the owner only
  };
  std::string what;             ///< name of the first column, "node" or "element"
  std::vector<Target> targets;  ///< nodes or elements on this rank
  std::size_t num_slots = 0;    ///< number of indices of values
};

/// Contents of a CSV file for the nodes or elements of this rank.
struct FieldCsv {
  std::size_t kind = 0;              ///< index in `kinds` of the nodes or elements of the file
  std::array<bool, 3> has_column{};  ///< true for each of the columns that the file contains
  std::vector<double> values;        ///< [slots of that kind x 3]
};

/// Reads a CSV file. The first line names one of `kinds` and some of `columns`. Each other line
/// contains the number of a node or element and its values. Lines may be empty, and # begins a
/// comment. The root rank reads and broadcasts one piece at a time, and every rank keeps the values
/// of its own nodes or elements.
/// @throws FileError if the file cannot be read
/// @throws InputError, with the file and the line, if a line is malformed or a node or element
/// occurs twice; with `context` if a node or element has no line
/// @note Collective.
FieldCsv readFieldCsv(const base::Communicator& comm, const std::string& path, const std::vector<std::string>& columns,
                      std::vector<CsvTargets> kinds, const std::string& context);

/// Returns the given local nodes of an object. Slots are local node numbers.
CsvTargets nodesOfCsv(const Domain& domain, const std::vector<base::LocalIndex>& nodes);

}  // namespace tenon::fem
