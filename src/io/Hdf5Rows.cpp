// The part of Hdf5File that moves rows of numbers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "tenon/base/collectively.hpp"
#include "tenon/io/Hdf5File.hpp"

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

// Little-endian on every machine.
template <class T>
hid_t storedType();
template <>
hid_t storedType<double>() {
  return H5T_IEEE_F64LE;
}
template <>
hid_t storedType<std::int32_t>() {
  return H5T_STD_I32LE;
}
template <>
hid_t storedType<std::int64_t>() {
  return H5T_STD_I64LE;
}

Hdf5Handle collectiveTransfer() {
  Hdf5Handle properties(TENON_HDF5(H5Pcreate(H5P_DATASET_XFER)), H5Pclose);
  TENON_HDF5(H5Pset_dxpl_mpio(properties.id(), H5FD_MPIO_COLLECTIVE));
  return properties;
}

// HDF5 would clip what does not fit, silently.
bool fits(hid_t stored, hid_t wanted) {
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

}  // namespace

Hdf5Handle Hdf5File::createDataset(const std::string& dataset, hid_t type, const Shape& shape) const {
  Hdf5Handle handle;
  together("create " + dataset + " in", [&] {
    const Hdf5Handle links(TENON_HDF5(H5Pcreate(H5P_LINK_CREATE)), H5Pclose);
    TENON_HDF5(H5Pset_create_intermediate_group(links.id(), 1));
    const Hdf5Handle properties(TENON_HDF5(H5Pcreate(H5P_DATASET_CREATE)), H5Pclose);
    TENON_HDF5(H5Pset_fill_time(properties.id(), H5D_FILL_TIME_NEVER));  // all of it is written anyway
    TENON_HDF5(H5Pset_obj_track_times(properties.id(), false));          // same rows, same bytes
    const Hdf5Handle space = shape.num_dimensions == 0 ? Hdf5Handle(TENON_HDF5(H5Screate(H5S_SCALAR)), H5Sclose)
                                                       : rowSpace(shape.rows, shape.columns, shape.num_dimensions);
    handle = Hdf5Handle(
        TENON_HDF5(H5Dcreate2(file_.id(), dataset.c_str(), type, space.id(), links.id(), properties.id(), H5P_DEFAULT)),
        H5Dclose);
  });
  claimSpace(handle);
  return handle;
}

Hdf5Handle Hdf5File::openDataset(const std::string& dataset) const {
  requireObject(dataset, "dataset");
  Hdf5Handle handle;
  together("open " + dataset + " in",
           [&] { handle = Hdf5Handle(TENON_HDF5(H5Dopen2(file_.id(), dataset.c_str(), H5P_DEFAULT)), H5Dclose); });
  return handle;
}

Hdf5File::Shape Hdf5File::shapeOf(const std::string& dataset, const Hdf5Handle& handle) const {
  Shape shape{0, 0, 0};
  std::array<hsize_t, 2> extent{0, 1};
  together("read " + dataset + " of", [&] {
    const Hdf5Handle space(TENON_HDF5(H5Dget_space(handle.id())), H5Sclose);
    shape.num_dimensions = TENON_HDF5(H5Sget_simple_extent_ndims(space.id()));
    if (shape.num_dimensions != 1 && shape.num_dimensions != 2) return;
    TENON_HDF5(H5Sget_simple_extent_dims(space.id(), extent.data(), nullptr));
  });
  require(shape.num_dimensions == 1 || shape.num_dimensions == 2,
          fmt::format("The dataset '{}' in '{}' has {} dimensions; a table of rows has 1 or 2.", dataset, path_,
                      shape.num_dimensions));
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

void Hdf5File::transferRows(const std::string& action, const Hdf5Handle& dataset, std::int64_t first,
                            std::int64_t count, const Shape& shape, std::size_t bytes_per_row,
                            const std::function<void(hid_t, hid_t, std::int64_t)>& move) const {
  const std::int64_t rows_per_round =
      std::max<std::int64_t>(1, bytes_per_round_ / static_cast<std::int64_t>(bytes_per_row));
  const std::int64_t num_rounds = comm_.max((count + rows_per_round - 1) / rows_per_round);
  for (std::int64_t round = 0; round < num_rounds; ++round) {
    const std::int64_t done = std::min(count, round * rows_per_round);
    const std::int64_t now = std::min(count - done, rows_per_round);
    together(action, [&] {
      const Hdf5Handle memory = rowSpace(now, shape.columns, shape.num_dimensions);
      const Hdf5Handle stored(TENON_HDF5(H5Dget_space(dataset.id())), H5Sclose);
      selectRows(memory, 0, now, shape.columns);
      selectRows(stored, first + done, now, shape.columns);
      move(memory.id(), stored.id(), done);
    });
  }
}

template <class T>
void Hdf5File::writeRows(const std::string& dataset, gsl::span<const T> my_rows, int columns) {
  requireWriting();
  base::collectively(comm_, [&] {
    base::ensure(columns >= 1 && my_rows.size() % static_cast<std::size_t>(columns) == 0,
                 fmt::format("{} values of '{}' do not make rows of {}.", my_rows.size(), dataset, columns));
  });
  const auto count = static_cast<std::int64_t>(my_rows.size()) / columns;
  const std::int64_t first = comm_.exclusiveSum(count);
  const Shape shape{comm_.sum(count), columns, columns == 1 ? 1 : 2};
  const Hdf5Handle handle = createDataset(dataset, storedType<T>(), shape);
  const Hdf5Handle properties = collectiveTransfer();
  transferRows("write " + dataset + " to", handle, first, count, shape, sizeof(T) * static_cast<std::size_t>(columns),
               [&](hid_t memory, hid_t stored, std::int64_t done) {
                 TENON_HDF5(H5Dwrite(handle.id(), memoryType<T>(), memory, stored, properties.id(),
                                     my_rows.data() + done * columns));
               });
}

template <class T>
std::vector<T> Hdf5File::readRows(const std::string& dataset, std::int64_t first, std::int64_t count,
                                  int columns) const {
  const Hdf5Handle handle = openDataset(dataset);
  const Shape shape = shapeOf(dataset, handle);
  base::collectively(comm_, [&] {
    const Hdf5Handle stored(TENON_HDF5(H5Dget_type(handle.id())), H5Tclose);
    if (!fits(stored.id(), memoryType<T>()))
      throw FileError(fmt::format("The dataset '{}' in '{}' holds another type of number than the {}-byte {} expected.",
                                  dataset, path_, sizeof(T), std::is_integral_v<T> ? "integers" : "reals"));
    if (shape.columns != columns)
      throw FileError(fmt::format("The dataset '{}' in '{}' has {} columns where {} were expected.", dataset, path_,
                                  shape.columns, columns));
    if (first < 0 || count < 0 || first > shape.rows - count)
      throw FileError(fmt::format("The dataset '{}' in '{}' has {} rows; rows {} to {} were asked for.", dataset, path_,
                                  shape.rows, first, first + count));
  });
  std::vector<T> rows(static_cast<std::size_t>(count * columns));
  const Hdf5Handle properties = collectiveTransfer();
  transferRows("read " + dataset + " of", handle, first, count, shape, sizeof(T) * static_cast<std::size_t>(columns),
               [&](hid_t memory, hid_t stored, std::int64_t done) {
                 TENON_HDF5(H5Dread(handle.id(), memoryType<T>(), memory, stored, properties.id(),
                                    rows.data() + done * columns));
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
