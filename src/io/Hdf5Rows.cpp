// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Implementation of Hdf5File: rows of numbers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "Hdf5File.hpp"
#include "hdf5Links.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::io {
namespace {

using base::FileError;

template <class T>
hid_t memoryType();
template <>
hid_t memoryType<double>() {
  return H5T_NATIVE_DOUBLE;
}
template <>
hid_t memoryType<std::int32_t>() {
  return H5T_NATIVE_INT32;
}
template <>
hid_t memoryType<std::int64_t>() {
  return H5T_NATIVE_INT64;
}

// Returns true if the stored values fit the requested type. HDF5 would silently clip other values.
bool isConvertible(hid_t stored, hid_t wanted) {
  return H5Tget_class(stored) == H5Tget_class(wanted) && H5Tget_size(stored) <= H5Tget_size(wanted);
}

Hdf5Handle rowSpace(std::int64_t rows, int columns, int num_dimensions) {
  const std::array<hsize_t, 2> extent{static_cast<hsize_t>(rows), static_cast<hsize_t>(columns)};
  return Hdf5Handle(TENON_HDF5(H5Screate_simple(num_dimensions, extent.data(), nullptr)), H5Sclose);
}

void selectRows(const Hdf5Handle& space, std::int64_t first, std::int64_t count, int columns) {
  if (count == 0) {
    TENON_HDF5(H5Sselect_none(space.id()));
    return;
  }
  const std::array<hsize_t, 2> start{static_cast<hsize_t>(first), 0};
  const std::array<hsize_t, 2> size{static_cast<hsize_t>(count), static_cast<hsize_t>(columns)};
  TENON_HDF5(H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, start.data(), nullptr, size.data(), nullptr));
}

// Creates the groups without creation times, which HDF5 would record: equal rows must give equal
// bytes.
void makeGroupsAbove(hid_t file, const std::string& dataset) {
  const Hdf5Handle properties(TENON_HDF5(H5Pcreate(H5P_GROUP_CREATE)), H5Pclose);
  TENON_HDF5(H5Pset_obj_track_times(properties.id(), false));
  for (std::size_t end = dataset.find('/', 1); end != std::string::npos; end = dataset.find('/', end + 1)) {
    const std::string group = dataset.substr(0, end);
    if (TENON_HDF5(H5Lexists(file, group.c_str(), H5P_DEFAULT)) > 0) continue;
    const Hdf5Handle made(TENON_HDF5(H5Gcreate2(file, group.c_str(), H5P_DEFAULT, properties.id(), H5P_DEFAULT)),
                          H5Gclose);
  }
}

}  // namespace

Hdf5Handle Hdf5File::createDataset(const std::string& dataset, hid_t type, const Shape& shape) const {
  makeGroupsAbove(file_.id(), dataset);
  const Hdf5Handle properties(TENON_HDF5(H5Pcreate(H5P_DATASET_CREATE)), H5Pclose);
  TENON_HDF5(H5Pset_alloc_time(properties.id(), H5D_ALLOC_TIME_EARLY));
  TENON_HDF5(H5Pset_fill_time(properties.id(), H5D_FILL_TIME_NEVER));  // all values are written
  TENON_HDF5(H5Pset_obj_track_times(properties.id(), false));          // equal rows give equal bytes
  const Hdf5Handle space = shape.num_dimensions == 0 ? Hdf5Handle(TENON_HDF5(H5Screate(H5S_SCALAR)), H5Sclose)
                                                     : rowSpace(shape.rows, shape.columns, shape.num_dimensions);
  return Hdf5Handle(
      TENON_HDF5(H5Dcreate2(file_.id(), dataset.c_str(), type, space.id(), H5P_DEFAULT, properties.id(), H5P_DEFAULT)),
      H5Dclose);
}

std::int64_t Hdf5File::allocateRows(const std::string& dataset, hid_t type, const Shape& shape) {
  std::int64_t start = 0;
  callHdf5("create '" + dataset + "' in", [&] {
    const Hdf5Handle handle = createDataset(dataset, type, shape);
    const haddr_t place = H5Dget_offset(handle.id());
    if (place == HADDR_UNDEF) return;  // the dataset has no rows
    start = static_cast<std::int64_t>(place);
  });
  return comm_.max(start);  // offset that the root has determined
}

Hdf5Handle Hdf5File::createTable(const std::string& dataset, hsize_t columns) const {
  constexpr hsize_t rows_of_a_piece = 64;
  makeGroupsAbove(file_.id(), dataset);
  const Hdf5Handle properties(TENON_HDF5(H5Pcreate(H5P_DATASET_CREATE)), H5Pclose);
  const int num_dimensions = columns == 1 ? 1 : 2;
  const std::array<hsize_t, 2> none{0, columns}, most{H5S_UNLIMITED, columns}, piece{rows_of_a_piece, columns};
  TENON_HDF5(H5Pset_chunk(properties.id(), num_dimensions, piece.data()));
  TENON_HDF5(H5Pset_fill_time(properties.id(), H5D_FILL_TIME_ALLOC));  // equal rows give equal bytes
  TENON_HDF5(H5Pset_obj_track_times(properties.id(), false));
  const Hdf5Handle space(TENON_HDF5(H5Screate_simple(num_dimensions, none.data(), most.data())), H5Sclose);
  return Hdf5Handle(TENON_HDF5(H5Dcreate2(file_.id(), dataset.c_str(), H5T_NATIVE_DOUBLE, space.id(), H5P_DEFAULT,
                                          properties.id(), H5P_DEFAULT)),
                    H5Dclose);
}

void Hdf5File::createGroup(const std::string& group) {
  requireWriting();
  callHdf5("create '" + group + "' in", [&] { makeGroupsAbove(file_.id(), group + "/"); });
}

void Hdf5File::appendRow(const std::string& dataset, gsl::span<const double> row) {
  requireWriting();
  const bool is_there = exists(dataset);
  callHdf5("append to '" + dataset + "' in", [&] {
    const Hdf5Handle table = is_there
                                 ? Hdf5Handle(TENON_HDF5(H5Dopen2(file_.id(), dataset.c_str(), H5P_DEFAULT)), H5Dclose)
                                 : createTable(dataset, row.size());
    std::array<hsize_t, 2> extent{};
    {
      const Hdf5Handle space(TENON_HDF5(H5Dget_space(table.id())), H5Sclose);
      TENON_HDF5(H5Sget_simple_extent_dims(space.id(), extent.data(), nullptr));
    }
    const auto first = static_cast<std::int64_t>(extent[0]++);
    TENON_HDF5(H5Dset_extent(table.id(), extent.data()));
    const int columns = static_cast<int>(row.size());
    const Hdf5Handle memory = rowSpace(1, columns, columns == 1 ? 1 : 2);
    const Hdf5Handle stored(TENON_HDF5(H5Dget_space(table.id())), H5Sclose);
    selectRows(stored, first, 1, columns);
    TENON_HDF5(H5Dwrite(table.id(), H5T_NATIVE_DOUBLE, memory.id(), stored.id(), H5P_DEFAULT, row.data()));
  });
}

Hdf5Handle Hdf5File::openDataset(const std::string& dataset) const {
  requireObject(dataset, "dataset");
  Hdf5Handle handle;
  callHdf5("open '" + dataset + "' in", [&] {
    handle = Hdf5Handle(TENON_HDF5(H5Dopen2(file_.id(), dataset.c_str(), H5P_DEFAULT)), H5Dclose);
    requireValuesWithin(handle.id());
  });
  return handle;
}

Hdf5File::Shape Hdf5File::shapeOf(const std::string& dataset, const Hdf5Handle& handle) const {
  Shape shape{0, 0, 0};
  std::array<hsize_t, 2> extent{0, 1};
  callHdf5("read '" + dataset + "' in", [&] {
    const Hdf5Handle space(TENON_HDF5(H5Dget_space(handle.id())), H5Sclose);
    shape.num_dimensions = TENON_HDF5(H5Sget_simple_extent_ndims(space.id()));
    if (shape.num_dimensions != 1 && shape.num_dimensions != 2) return;
    TENON_HDF5(H5Sget_simple_extent_dims(space.id(), extent.data(), nullptr));
  });
  require(shape.num_dimensions == 1 || shape.num_dimensions == 2,
          fmt::format("The dataset '{}' in '{}' has the wrong number of dimensions, {}: a table must have 1 or 2.",
                      dataset, path_, shape.num_dimensions));
  require(extent[1] <= static_cast<hsize_t>(std::numeric_limits<int>::max()),
          fmt::format("The dataset '{}' in '{}' has too many columns.", dataset, path_));
  shape.rows = static_cast<std::int64_t>(extent[0]);
  shape.columns = static_cast<int>(extent[1]);
  return shape;
}

std::int64_t Hdf5File::rows(const std::string& dataset) const {
  return shapeOf(dataset, openDataset(dataset)).rows;
}

int Hdf5File::columns(const std::string& dataset) const {
  return shapeOf(dataset, openDataset(dataset)).columns;
}

void Hdf5File::requireStored(const std::string& dataset, const Hdf5Handle& handle, const Shape& shape) const {
  callHdf5("read '" + dataset + "' in", [&] {
    const Hdf5Handle properties(TENON_HDF5(H5Dget_create_plist(handle.id())), H5Pclose);
    if (H5Pget_layout(properties.id()) != H5D_CONTIGUOUS || TENON_HDF5(H5Pget_external_count(properties.id())) != 0)
      throw FileError("the dataset is not stored contiguously (convert the file with h5repack -l CONTI).");
    const Hdf5Handle type(TENON_HDF5(H5Dget_type(handle.id())), H5Tclose);
    const auto row_bytes = static_cast<std::int64_t>(H5Tget_size(type.id())) * shape.columns;
    const haddr_t start = H5Dget_offset(handle.id());
    const bool is_there = shape.rows == 0 || row_bytes == 0 ||
                          (start != HADDR_UNDEF && start <= static_cast<haddr_t>(size_) &&
                           shape.rows <= (size_ - static_cast<std::int64_t>(start)) / row_bytes);
    if (!is_there)
      throw FileError(fmt::format("a dataset of {} x {} values does not fit into a file of {} bytes.", shape.rows,
                                  shape.columns, size_));
  });
}

template <class T>
void Hdf5File::writeRows(const std::string& dataset, gsl::span<const T> my_rows, int columns) {
  requireWriting();
  base::runCollectively(comm_, [&] {
    base::ensure(columns >= 1 && my_rows.size() % static_cast<std::size_t>(columns) == 0,
                 fmt::format("The number of values ({}) of '{}' is not a multiple of the number of columns ({}).",
                             my_rows.size(), dataset, columns));
  });
  if (is_published_)  // before any rank writes: rows beyond the end would hide a truncation of the file
    runOnAllRanks([&] {
      if (comm_.isRoot()) requireUnmodified();
    });
  const auto count = static_cast<std::int64_t>(my_rows.size()) / columns;
  const std::int64_t first = comm_.exclusiveSum(count);
  const Shape shape{comm_.sum(count), columns, columns == 1 ? 1 : 2};
  const std::int64_t start = allocateRows(dataset, memoryType<T>(), shape);
  const auto row_bytes = static_cast<std::int64_t>(sizeof(T)) * columns;
  const gsl::span<const char> bytes(reinterpret_cast<const char*>(my_rows.data()), my_rows.size_bytes());
  runOnAllRanks([&] {
    if (comm_.isRoot()) partial_->reserve(start, shape.rows * row_bytes);
    partial_->write(start + first * row_bytes, bytes);
    if (checksum_) checksum_->add(start + first * row_bytes, bytes);
  });
}

template <class T>
std::vector<T> Hdf5File::readRows(const std::string& dataset, std::int64_t first, std::int64_t count,
                                  int columns) const {
  const Hdf5Handle handle = openDataset(dataset);
  const Shape shape = shapeOf(dataset, handle);
  base::runCollectively(comm_, [&] {
    const Hdf5Handle stored(TENON_HDF5(H5Dget_type(handle.id())), H5Tclose);
    if (!isConvertible(stored.id(), memoryType<T>()))
      throw FileError(
          fmt::format("The dataset '{}' in '{}' must contain {}-byte {}, but contains values of another type.", dataset,
                      path_, sizeof(T), std::is_integral_v<T> ? "integers" : "reals"));
    if (shape.columns != columns)
      throw FileError(fmt::format("The number of columns of the dataset '{}' in '{}' is {}, but must be {}.", dataset,
                                  path_, shape.columns, columns));
    if (first < 0 || count < 0 || first > shape.rows - count)
      throw FileError(fmt::format(
          "The number of rows of the dataset '{}' in '{}' is {}, but the rows i with {} <= i < {} were requested.",
          dataset, path_, shape.rows, first, first + count));
  });
  requireStored(dataset, handle, shape);
  std::vector<T> rows(static_cast<std::size_t>(count * columns));
  callHdf5("read '" + dataset + "' in", [&] {
    const Hdf5Handle memory = rowSpace(count, shape.columns, shape.num_dimensions);
    const Hdf5Handle stored(TENON_HDF5(H5Dget_space(handle.id())), H5Sclose);
    selectRows(memory, 0, count, shape.columns);
    selectRows(stored, first, count, shape.columns);
    TENON_HDF5(H5Dread(handle.id(), memoryType<T>(), memory.id(), stored.id(), H5P_DEFAULT, rows.data()));
  });
  return rows;
}

std::vector<double> Hdf5File::readTable(const std::string& dataset) const {
  const Hdf5Handle handle = openDataset(dataset);
  const Shape shape = shapeOf(dataset, handle);
  std::vector<double> rows;
  callHdf5("read '" + dataset + "' in", [&] {
    const Hdf5Handle properties(TENON_HDF5(H5Dget_create_plist(handle.id())), H5Pclose);
    const Hdf5Handle type(TENON_HDF5(H5Dget_type(handle.id())), H5Tclose);
    const bool is_table = H5Pget_layout(properties.id()) == H5D_CHUNKED && H5Pget_nfilters(properties.id()) == 0 &&
                          isConvertible(type.id(), H5T_NATIVE_DOUBLE);
    const auto stored = static_cast<std::int64_t>(H5Dget_storage_size(handle.id()));
    const auto row_bytes = static_cast<std::int64_t>(sizeof(double)) * shape.columns;
    if (!is_table || stored > size_ || (row_bytes > 0 && shape.rows > stored / row_bytes))
      throw FileError("the dataset is incomplete or was not written row by row.");
    rows.resize(static_cast<std::size_t>(shape.rows * shape.columns));
    TENON_HDF5(H5Dread(handle.id(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows.data()));
  });
  return rows;
}

template <class T>
std::vector<T> Hdf5File::readShare(const std::string& dataset, int columns) const {
  const std::int64_t total = rows(dataset);
  const std::int64_t first = total * comm_.rank() / comm_.size();
  const std::int64_t end = total * (comm_.rank() + 1) / comm_.size();
  return readRows<T>(dataset, first, end - first, columns);
}

template void Hdf5File::writeRows(const std::string&, gsl::span<const double>, int);
template void Hdf5File::writeRows(const std::string&, gsl::span<const std::int32_t>, int);
template void Hdf5File::writeRows(const std::string&, gsl::span<const std::int64_t>, int);
template std::vector<double> Hdf5File::readRows(const std::string&, std::int64_t, std::int64_t, int) const;
template std::vector<std::int32_t> Hdf5File::readRows(const std::string&, std::int64_t, std::int64_t, int) const;
template std::vector<std::int64_t> Hdf5File::readRows(const std::string&, std::int64_t, std::int64_t, int) const;
template std::vector<double> Hdf5File::readShare(const std::string&, int) const;
template std::vector<std::int32_t> Hdf5File::readShare(const std::string&, int) const;
template std::vector<std::int64_t> Hdf5File::readShare(const std::string&, int) const;

}  // namespace tenon::io
