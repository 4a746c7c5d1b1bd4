// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "io/Hdf5File.hpp"
#include "tenon/fem/Region.hpp"

namespace tenon::fem {

/// Rows of a dataset that this rank owns and requires.
struct DatasetRows {
  std::string what;                    ///< "nodes" or "elements", for messages
  std::vector<std::int64_t> required;  ///< [local nodes or cells] rows, those of owned ones first
  std::size_t num_owned = 0;           ///< number of owned nodes or cells
};

/// Returns the rows of the nodes of a mesh, in the order of the mesh file.
DatasetRows nodeRows(const mesh::Mesh& mesh);
/// Returns the rows of the cells of the type of a region, in the order of the mesh file.
/// @throws InputError, whose message starts with `context`, if the region contains several cell
///   types
DatasetRows cellRows(const Region& region, const Domain& domain, const std::string& context);

/// Returns the requested rows of a dataset with `columns` columns, [wanted x 3].
/// @throws FileError if the file cannot be read
/// @throws InputError if the dataset does not exist or has another shape, or if a value is not
/// finite
/// @note Collective.
std::vector<double> readDataset(const io::Hdf5File& file, const std::string& dataset, const DatasetRows& rows,
                                int columns, const std::string& context);

}  // namespace tenon::fem
