// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Implementation of Hdf5File: names, strings and attributes.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <exception>

#include "Hdf5File.hpp"
#include "hdf5Links.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::io {
namespace {

// Returns the HDF5 type of UTF-8 strings of fixed length, padded with zeros. HDF5 does not support
// strings of length 0, which are stored as a single zero.
Hdf5Handle textType(std::size_t length) {
  Hdf5Handle type(TENON_HDF5(H5Tcopy(H5T_C_S1)), H5Tclose);
  TENON_HDF5(H5Tset_size(type.id(), length == 0 ? 1 : length));
  TENON_HDF5(H5Tset_strpad(type.id(), H5T_STR_NULLPAD));
  TENON_HDF5(H5Tset_cset(type.id(), H5T_CSET_UTF8));
  return type;
}

// Reads a string of fixed or variable length with `read(memory type, buffer)`.
template <class Read>
std::string readTextOf(hid_t type, std::int64_t file_size, Read read) {
  if (H5Tget_class(type) != H5T_STRING) throw base::FileError("the value is not a string.");
  if (TENON_HDF5(H5Tis_variable_str(type)) > 0) {
    char* text = nullptr;
    TENON_HDF5(read(type, &text));
    std::string copy = text != nullptr ? text : "";
    H5free_memory(text);
    return copy;
  }
  const std::size_t length = H5Tget_size(type);
  if (length > static_cast<std::size_t>(file_size))
    throw base::FileError(fmt::format("a string of {} bytes does not fit into a file of {} bytes.", length, file_size));
  std::string text(length, '\0');
  TENON_HDF5(read(type, text.data()));
  return text.substr(0, text.find('\0'));
}

herr_t appendName(hid_t, const char* name, const H5L_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

/// Datasets found in a group, or the exception, which must not propagate through HDF5.
struct DatasetSearch {
  std::vector<std::string> datasets;
  std::exception_ptr failure;
};

herr_t appendDataset(hid_t group, const char* path, const H5L_info_t* info, void* found) {
  auto& into = *static_cast<DatasetSearch*>(found);
  try {
    requireLinkWithin(*info, path);
  } catch (const base::FileError&) {
    into.failure = std::current_exception();
    return -1;
  }
  const Hdf5Handle object(H5Oopen(group, path, H5P_DEFAULT), H5Oclose);
  if (!object) return -1;  // H5Lvisit() fails with the reason of HDF5
  if (H5Iget_type(object.id()) == H5I_DATASET) into.datasets.emplace_back(path);
  return 0;
}

}  // namespace

bool Hdf5File::exists(const std::string& object) const {
  bool found = false;
  callHdf5("look for '" + object + "' in", [&] { found = existsWithin(file_.id(), object); });
  return comm_.any(found);
}

void Hdf5File::requireObject(const std::string& object, const char* kind) const {
  require(exists(object), fmt::format("There is no {} '{}' in '{}'.", kind, object, path_));
}

bool Hdf5File::hasAttribute(const std::string& object, const std::string& name) const {
  requireObject(object, "object");
  bool found = false;
  callHdf5("look for the attribute '" + name + "' in",
           [&] { found = TENON_HDF5(H5Aexists_by_name(file_.id(), object.c_str(), name.c_str(), H5P_DEFAULT)) > 0; });
  return comm_.any(found);
}

std::vector<std::string> Hdf5File::children(const std::string& group) const {
  requireObject(group, "group");
  std::vector<std::string> names;
  callHdf5("list the contents of '" + group + "' in", [&] {
    const Hdf5Handle handle(TENON_HDF5(H5Gopen2(file_.id(), group.c_str(), H5P_DEFAULT)), H5Gclose);
    TENON_HDF5(H5Literate(handle.id(), H5_INDEX_NAME, H5_ITER_INC, nullptr, appendName, &names));
  });
  return names;
}

std::vector<std::string> Hdf5File::datasets(const std::string& group) const {
  requireObject(group, "group");
  DatasetSearch found;
  callHdf5("list the datasets of '" + group + "' in", [&] {
    const Hdf5Handle handle(TENON_HDF5(H5Gopen2(file_.id(), group.c_str(), H5P_DEFAULT)), H5Gclose);
    const herr_t code = H5Lvisit(handle.id(), H5_INDEX_NAME, H5_ITER_INC, appendDataset, &found);
    if (found.failure) std::rethrow_exception(found.failure);
    TENON_HDF5(code);
  });
  std::sort(found.datasets.begin(), found.datasets.end());
  return found.datasets;
}

void Hdf5File::writeText(const std::string& dataset, const std::string& text) {
  requireWriting();
  callHdf5("write '" + dataset + "' to", [&] {
    const Hdf5Handle type = textType(text.size());
    const Hdf5Handle handle = createDataset(dataset, type.id(), Shape{1, 1, 0});
    TENON_HDF5(H5Dwrite(handle.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.c_str()));
  });
}

void Hdf5File::addName(const std::string& dataset, const std::string& name) {
  requireWriting();
  callHdf5("link '" + name + "' to '" + dataset + "' in", [&] {
    TENON_HDF5(H5Lcreate_hard(file_.id(), dataset.c_str(), file_.id(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT));
  });
}

std::string Hdf5File::readText(const std::string& dataset) const {
  const Hdf5Handle handle = openDataset(dataset);
  std::string text;
  callHdf5("read '" + dataset + "' in", [&] {
    const Hdf5Handle type(TENON_HDF5(H5Dget_type(handle.id())), H5Tclose);
    const Hdf5Handle space(TENON_HDF5(H5Dget_space(handle.id())), H5Sclose);
    if (H5Sget_simple_extent_npoints(space.id()) != 1) throw base::FileError("the dataset is not a single string.");
    text = readTextOf(type.id(), size_, [&](hid_t memory_type, void* buffer) {
      return H5Dread(handle.id(), memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, buffer);
    });
  });
  return text;
}

void Hdf5File::writeAttribute(const std::string& object, const std::string& name, hid_t type, const void* value) {
  requireWriting();
  requireObject(object, "object");
  callHdf5("write the attribute '" + name + "' to", [&] {
    const Hdf5Handle space(TENON_HDF5(H5Screate(H5S_SCALAR)), H5Sclose);
    const Hdf5Handle attribute(TENON_HDF5(H5Acreate_by_name(file_.id(), object.c_str(), name.c_str(), type, space.id(),
                                                            H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)),
                               H5Aclose);
    TENON_HDF5(H5Awrite(attribute.id(), type, value));
  });
}

void Hdf5File::writeAttribute(const std::string& object, const std::string& name, const std::string& value) {
  writeAttribute(object, name, textType(value.size()).id(), value.c_str());
}

void Hdf5File::writeAttribute(const std::string& object, const std::string& name, double value) {
  writeAttribute(object, name, H5T_NATIVE_DOUBLE, &value);
}

void Hdf5File::writeAttribute(const std::string& object, const std::string& name, std::int64_t value) {
  writeAttribute(object, name, H5T_NATIVE_INT64, &value);
}

void Hdf5File::readAttribute(const std::string& object, const std::string& name,
                             const std::function<void(hid_t, hid_t)>& read) const {
  require(hasAttribute(object, name), fmt::format("'{}' in '{}' has no attribute '{}'.", object, path_, name));
  callHdf5("read the attribute '" + name + "' in", [&] {
    const Hdf5Handle attribute(
        TENON_HDF5(H5Aopen_by_name(file_.id(), object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT)), H5Aclose);
    const Hdf5Handle space(TENON_HDF5(H5Aget_space(attribute.id())), H5Sclose);
    if (H5Sget_simple_extent_npoints(space.id()) != 1) throw base::FileError("the attribute is not a single value.");
    const Hdf5Handle type(TENON_HDF5(H5Aget_type(attribute.id())), H5Tclose);
    read(attribute.id(), type.id());
  });
}

std::string Hdf5File::textAttribute(const std::string& object, const std::string& name) const {
  std::string text;
  readAttribute(object, name, [&](hid_t attribute, hid_t type) {
    text = readTextOf(type, size_,
                      [&](hid_t memory_type, void* buffer) { return H5Aread(attribute, memory_type, buffer); });
  });
  return text;
}

double Hdf5File::numberAttribute(const std::string& object, const std::string& name) const {
  double value = 0.0;
  readAttribute(object, name,
                [&](hid_t attribute, hid_t) { TENON_HDF5(H5Aread(attribute, H5T_NATIVE_DOUBLE, &value)); });
  return value;
}

std::int64_t Hdf5File::integerAttribute(const std::string& object, const std::string& name) const {
  std::int64_t value = 0;
  readAttribute(object, name, [&](hid_t attribute, hid_t type) {
    if (H5Tget_class(type) != H5T_INTEGER) throw base::FileError("the attribute is not an integer.");
    TENON_HDF5(H5Aread(attribute, H5T_NATIVE_INT64, &value));
  });
  return value;
}

}  // namespace tenon::io
