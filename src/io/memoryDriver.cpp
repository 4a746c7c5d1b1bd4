// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "memoryDriver.hpp"

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

#include <functional>
#include <limits>
#include <new>

#include "tenon/base/check.hpp"

// Functions that HDF5 calls, with the signatures in H5FD_class_t.
namespace tenon::io {
namespace {

/// File as seen by HDF5; `base` must be the first member.
struct OpenFile {
  H5FD_t base;
  std::shared_ptr<MemoryImage> image;
  haddr_t end_of_allocations;
};

OpenFile& fileOf(H5FD_t* file) {
  return *reinterpret_cast<OpenFile*>(file);
}
const OpenFile& fileOf(const H5FD_t* file) {
  return *reinterpret_cast<const OpenFile*>(file);
}

H5FD_t* openFile(const char*, unsigned flags, hid_t access_properties, haddr_t) {
  const auto* image = static_cast<const std::shared_ptr<MemoryImage>* const*>(H5Pget_driver_info(access_properties));
  auto* file = image != nullptr ? new (std::nothrow) OpenFile() : nullptr;
  if (file == nullptr) return nullptr;
  file->image = **image;
  if ((flags & H5F_ACC_TRUNC) != 0) file->image->clear();
  return &file->base;
}

herr_t closeFile(H5FD_t* file) {
  delete &fileOf(file);
  return 0;
}

int compareFiles(const H5FD_t* one, const H5FD_t* other) {
  const MemoryImage *first = fileOf(one).image.get(), *second = fileOf(other).image.get();
  if (first == second) return 0;
  return std::less<>()(first, second) ? -1 : 1;
}

herr_t queryFeatures(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DATA_SIEVE;
  return 0;
}

haddr_t endOfAllocations(const H5FD_t* file, H5FD_mem_t) {
  return fileOf(file).end_of_allocations;
}

herr_t setEndOfAllocations(H5FD_t* file, H5FD_mem_t, haddr_t address) {
  fileOf(file).end_of_allocations = address;
  return 0;
}

haddr_t endOfFile(const H5FD_t* file, H5FD_mem_t) {
  return static_cast<haddr_t>(fileOf(file).image->size());
}

herr_t readBytes(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, size_t size, void* buffer) {
  fileOf(file).image->read(static_cast<std::int64_t>(address), {static_cast<char*>(buffer), size});
  return 0;
}

herr_t writeBytes(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, size_t size, const void* buffer) {
  fileOf(file).image->write(static_cast<std::int64_t>(address), {static_cast<const char*>(buffer), size});
  return 0;
}

herr_t truncateFile(H5FD_t* file, hid_t, hbool_t) {
  fileOf(file).image->resize(static_cast<std::int64_t>(fileOf(file).end_of_allocations));
  return 0;
}

H5FD_class_t driverClass() {
  H5FD_class_t driver{};  // members are set by name, because they differ between versions of HDF5
#ifdef H5FD_CLASS_VERSION
  driver.version = H5FD_CLASS_VERSION;
  driver.value = static_cast<H5FD_class_value_t>(H5_VFD_RESERVED + 1);
#endif
  driver.name = "tenon-memory";
  driver.maxaddr = static_cast<haddr_t>(std::numeric_limits<std::int64_t>::max());
  driver.fc_degree = H5F_CLOSE_WEAK;
  driver.fapl_size = sizeof(const std::shared_ptr<MemoryImage>*);
  driver.open = openFile;
  driver.close = closeFile;
  driver.cmp = compareFiles;
  driver.query = queryFeatures;
  driver.get_eoa = endOfAllocations;
  driver.set_eoa = setEndOfAllocations;
  driver.get_eof = endOfFile;
  driver.read = readBytes;
  driver.write = writeBytes;
  driver.truncate = truncateFile;
  constexpr H5FD_mem_t kinds[] = H5FD_FLMAP_DICHOTOMY;
  for (int kind = 0; kind < H5FD_MEM_NTYPES; ++kind) driver.fl_map[kind] = kinds[kind];
  return driver;
}

/// Returns the registered driver, registering it again if HDF5 has been closed since.
hid_t driver() {
  static const H5FD_class_t driver_class = driverClass();
  static hid_t id = H5I_INVALID_HID;
  if (id < 0 || H5Iget_type(id) != H5I_VFL) id = TENON_HDF5(H5FDregister(&driver_class));
  return id;
}

}  // namespace

void setMemoryDriver(hid_t access_properties, const std::shared_ptr<MemoryImage>& image) {
  const std::shared_ptr<MemoryImage>* const address = &image;
  TENON_HDF5(H5Pset_driver(access_properties, driver(), &address));
}

}  // namespace tenon::io
