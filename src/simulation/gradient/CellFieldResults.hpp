// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "GradientRun.hpp"

namespace tenon::simulation {

/// Statistics of the values in all cells of a field; equal on all ranks.
struct CellStatistics {
  std::int64_t count = 0;               ///< number of cells
  double minimum = 0.0, maximum = 0.0;  ///< smallest and largest value
  double sum = 0.0, norm = 0.0;         ///< sum and Euclidean norm
};

/// Returns the statistics of the values in all cells.
/// @param of_owned  values in the cells that this rank owns
/// @note Collective.
CellStatistics statisticsOf(const base::Communicator& comm, const std::vector<double>& of_owned);

/// Returns the derivatives with respect to the relative changes of the values of a field.
std::vector<double> scaledDerivatives(const GradientParameter& parameter, const system::CellValues& cells,
                                      const std::vector<double>& derivatives);

/// Checks that there is a field if a file of fields is requested.
/// @param path  file of fields; empty if none is requested
/// @throws InputError otherwise
/// @note Not collective.
void requireFields(const std::vector<GradientParameter>& parameters, const std::string& path);

/// Writes the values and the derivatives of all fields to an HDF5 file: the datasets `element`,
/// `value` and `derivative` in the group /<parameter>/<cell type>, with one row for each element of
/// the type in the order of the mesh file. Elements outside of the field have the values 0.
/// @throws InputError if there is no field
/// @throws FileError if the file cannot be written
/// @note Collective.
void writeCellFields(const base::Communicator& comm, const std::string& path,
                     const std::vector<GradientParameter>& parameters, const GradientRunResult& result);

}  // namespace tenon::simulation
