#pragma once
#include <string>
#include <vector>

#include "tenon/fem/Region.hpp"
#include "tenon/io/Hdf5File.hpp"

namespace tenon::fem {

/// Which rows of a dataset this rank holds and wants.
struct DatasetRows {
  std::string what;                  ///< "nodes" or "elements", for messages
  std::vector<std::int64_t> wanted;  ///< [local places] rows, those of owned ones first
  std::size_t num_owned = 0;
};

/// The nodes of a mesh, in the order of its file.
DatasetRows nodeRows(const mesh::Mesh& mesh);
/// The cells of the type that a region is made of, in the order of the mesh file. InputError, which begins with
/// `wanted_by`, where it is made of several.
DatasetRows cellRows(const Region& region, const Domain& domain, const std::string& wanted_by);

/// Collective. [wanted x 3], of a dataset with `columns` columns. FileError for a file that cannot be read; InputError
/// for a dataset that is not there or has another shape, and for values that are no numbers.
std::vector<double> readDataset(const io::Hdf5File& file, const std::string& dataset, const DatasetRows& rows,
                                int columns, const std::string& wanted_by);

}  // namespace tenon::fem
