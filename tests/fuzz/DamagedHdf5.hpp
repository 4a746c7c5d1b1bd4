// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <hdf5.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

// Includes the function of hdf5Probe.cpp under another name, because
// requireTraversable() below replaces it.
#define requireTraversable walkInChild
#include "io/hdf5Probe.cpp"
#undef requireTraversable
#include "io/Checksum.hpp"

/// Sequence of numbers read from the input of the fuzzer; zeros beyond its end.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}
  bool isEmpty() const { return at_ == end_; }
  std::uint8_t byte() { return isEmpty() ? std::uint8_t{0} : *at_++; }
  std::size_t below(std::size_t count) { return (byte() + std::size_t{256} * byte()) % count; }

 private:
  const std::uint8_t *at_, *end_;
};

/// Damaged copies of a valid HDF5 file under the same path. An input is a list of changes. The
/// changes concern either the contents of datasets and attributes, in a file that HDF5 itself
/// accepts, or single bytes and the length of the file.
class DamagedHdf5 {
 public:
  /// Reads the valid file `path`. The destructor removes the file.
  explicit DamagedHdf5(std::string path) : path_(std::move(path)) {
    std::ifstream file(path_, std::ios::binary);
    good_.assign(std::istreambuf_iterator<char>(file), {});
    const hid_t opened = H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    H5Ovisit(opened, H5_INDEX_NAME, H5_ITER_INC, addName, this);
    H5Fclose(opened);
  }
  ~DamagedHdf5() { ::unlink(path_.c_str()); }
  DamagedHdf5(const DamagedHdf5&) = delete;
  DamagedHdf5& operator=(const DamagedHdf5&) = delete;

  const std::string& path() const { return path_; }
  /// Returns true if the last damage() has changed bytes, so that HDF5 may crash on the file.
  static bool hasDamagedBytes() { return has_damaged_bytes_; }

  /// Writes a damaged copy.
  /// @param may_seal  true if the input decides whether the file gets a checksum of the damaged
  /// bytes
  void damage(Input input, bool may_seal = false) const {
    const bool seals = may_seal && input.below(2) == 0;
    has_damaged_bytes_ = input.below(4) == 0;
    if (has_damaged_bytes_) {
      damageBytes(input);
    } else {
      write(good_);
      const hid_t file = H5Fopen(path_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
      for (int change = 0; change < 8 && !input.isEmpty(); ++change) damageObject(file, input);
      H5Fclose(file);
      if (may_seal && !seals) removeSeal();
    }
    if (seals) seal();
  }

 private:
  struct Attribute {
    std::string object, name;
  };

  static herr_t addName(hid_t file, const char* name, const H5O_info_t* info, void* self) {
    auto& files = *static_cast<DamagedHdf5*>(self);
    if (info->type == H5O_TYPE_DATASET) files.datasets_.emplace_back(name);
    const hid_t object = H5Oopen(file, name, H5P_DEFAULT);
    const auto addAttribute = [](hid_t, const char* attribute, const H5A_info_t*, void* to) {
      auto& [all, of] = *static_cast<std::pair<std::vector<Attribute>*, std::string>*>(to);
      all->push_back({of, attribute});
      return herr_t{0};
    };
    std::pair<std::vector<Attribute>*, std::string> to{&files.attributes_, name};
    H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, nullptr, addAttribute, &to);
    H5Oclose(object);
    return 0;
  }

  void write(const std::string& bytes) const {
    std::ofstream(path_, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }

  void seal() const {
    std::ifstream file(path_, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    tenon::io::Checksum checksum;
    checksum.add(0, bytes);
    write(bytes + tenon::io::checksumFooter(static_cast<std::int64_t>(bytes.size()), checksum));
  }

  void removeSeal() const {
    const hid_t file = H5Fopen(path_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    if (H5Aexists(file, "sealed") > 0) H5Adelete(file, "sealed");
    H5Fclose(file);
  }

  void damageBytes(Input input) const {
    std::string bytes = good_;
    if (input.below(8) == 0) bytes.resize(input.below(bytes.size()));
    for (int change = 0; change < 8 && !input.isEmpty() && !bytes.empty(); ++change) {
      const std::size_t at = input.below(bytes.size());
      bytes[at] = static_cast<char>(input.byte());
    }
    write(bytes);
  }

  void damageObject(hid_t file, Input& input) const {
    const std::size_t which = input.below(datasets_.size() + attributes_.size());
    if (which < datasets_.size())
      damageDataset(file, datasets_[which], input);
    else
      damageAttribute(file, attributes_[which - datasets_.size()], input);
  }

  static void damageAttribute(hid_t file, const Attribute& attribute, Input& input) {
    const hid_t object = H5Oopen(file, attribute.object.c_str(), H5P_DEFAULT);
    if (H5Aexists(object, attribute.name.c_str()) > 0) H5Adelete(object, attribute.name.c_str());
    const hid_t scalar = H5Screate(H5S_SCALAR);
    const auto write = [&](hid_t type, const void* value) {
      const hid_t made = H5Acreate2(object, attribute.name.c_str(), type, scalar, H5P_DEFAULT, H5P_DEFAULT);
      H5Awrite(made, type, value);
      H5Aclose(made);
    };
    const std::size_t way = input.below(4);
    if (way == 0) {
      const std::int64_t value = integer(input, input.byte());
      write(H5T_NATIVE_INT64, &value);
    } else if (way == 1) {
      const double value = real(input, input.byte());
      write(H5T_NATIVE_DOUBLE, &value);
    } else if (way == 2) {
      std::string text;
      for (std::size_t letters = input.below(80); letters > 0; --letters) text += static_cast<char>(input.byte());
      writeText(object, attribute.name, scalar, text);
    }
    H5Sclose(scalar);
    H5Oclose(object);
  }

  static void writeText(hid_t object, const std::string& name, hid_t scalar, const std::string& text) {
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, text.size() + 1);
    H5Tset_cset(type, H5T_CSET_UTF8);
    const hid_t made = H5Acreate2(object, name.c_str(), type, scalar, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(made, type, text.c_str());
    H5Aclose(made);
    H5Tclose(type);
  }

  static void damageDataset(hid_t file, const std::string& name, Input& input) {
    const hid_t dataset = H5Dopen2(file, name.c_str(), H5P_DEFAULT);
    if (dataset < 0) return;  // an earlier change has removed the dataset
    const hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
    const H5T_class_t kind = H5Tget_class(type);
    const auto count = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space));
    if (kind == H5T_INTEGER && count > 0) {
      std::vector<std::int64_t> values(count);
      H5Dread(dataset, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
      values[input.below(count)] = integer(input, values[input.below(count)]);
      writeDataset(file, name, dataset, space, input, H5T_NATIVE_INT64, values);
    } else if (kind == H5T_FLOAT && count > 0) {
      std::vector<double> values(count);
      H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
      values[input.below(count)] = real(input, values[input.below(count)]);
      writeDataset(file, name, dataset, space, input, H5T_NATIVE_DOUBLE, values);
    }
    H5Sclose(space);
    H5Tclose(type);
    H5Dclose(dataset);
  }

  static std::int64_t integer(Input& input, std::int64_t other) {
    switch (input.below(6)) {
      case 0:
        return -1;
      case 1:
        return std::numeric_limits<std::int64_t>::max();
      case 2:
        return std::numeric_limits<std::int64_t>::min();
      case 3:
        return other;
      case 4:
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(other) + 1);
      default:
        return input.byte();
    }
  }

  static double real(Input& input, double other) {
    const std::array<double, 6> values{std::nan(""), std::numeric_limits<double>::infinity(), 1e300, -1.0, 7.5, 1e-300};
    const std::size_t which = input.below(8);
    return which < values.size() ? values[which] : other;
  }

  /// Writes the values in place or as a dataset of another size, shape or type.
  template <class Value>
  static void writeDataset(hid_t file, const std::string& name, hid_t dataset, hid_t space, Input& input, hid_t type,
                           std::vector<Value> values) {
    const std::size_t way = input.below(8);
    if (way < 5) {
      H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
      return;
    }
    std::array<hsize_t, H5S_MAX_RANK> sizes{};
    const int rank = H5Sget_simple_extent_dims(space, sizes.data(), nullptr);
    H5Ldelete(file, name.c_str(), H5P_DEFAULT);
    if (way == 5 || rank < 1) return;
    sizes[input.below(static_cast<std::size_t>(rank))] = input.byte() % 7;
    hsize_t total = 1;
    for (std::size_t i = 0; i < static_cast<std::size_t>(rank); ++i) total *= sizes[i];
    values.resize(static_cast<std::size_t>(total));
    const hid_t new_space = H5Screate_simple(rank, sizes.data(), nullptr);
    const hid_t made = H5Dcreate2(file, name.c_str(), way == 6 ? type : H5T_NATIVE_INT8, new_space, H5P_DEFAULT,
                                  H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(made, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    H5Dclose(made);
    H5Sclose(new_space);
  }

  inline static bool has_damaged_bytes_ = false;
  std::string path_, good_;
  std::vector<std::string> datasets_;
  std::vector<Attribute> attributes_;
};

namespace tenon::io {

/// Replaces the library's function in fuzzers. Files that HDF5 itself has written have no damaged
/// names, and a child process for each of them would dominate the time of an input.
void requireTraversable(const std::string& path, const std::function<hid_t()>& open) {
  if (DamagedHdf5::hasDamagedBytes()) walkInChild(path, open);
}

}  // namespace tenon::io
