// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <hdf5.h>
#include <sys/stat.h>

#include <array>
#include <functional>

#include "TemporaryFolder.hpp"
#include "io/Hdf5File.hpp"

namespace tenon::io {
namespace {

using base::FileError;
using ::testing::HasSubstr;
using testing::messageOf;
using testing::TemporaryFolder;

constexpr std::array<hsize_t, 1> three{3};

/// Creates a file in the format of HDF5 1.8 or later on the root. `fill` writes its contents.
void makeFile(const std::string& path, const std::function<void(hid_t)>& fill) {
  const base::Communicator world = base::Communicator::world();
  if (world.isRoot()) {
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_LATEST);
    const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
    fill(file);
    H5Fclose(file);
    H5Pclose(access);
  }
  world.barrier();
}

/// Creates an external link. tenon unregisters HDF5's own class of external links when it opens its
/// first file. A class of the same number is therefore registered while the link is created. The
/// value of the link is that of the file format: flags, file, object.
void makeExternalLink(hid_t file, const std::string& target, const std::string& object, const char* name) {
  H5L_class_t links{};
  links.version = H5L_LINK_CLASS_T_VERS;
  links.id = H5L_TYPE_EXTERNAL;
  links.comment = "external";
  links.trav_func = [](const char*, hid_t, const void*, std::size_t, hid_t, hid_t) -> hid_t { return -1; };
  ASSERT_GE(H5Lregister(&links), 0);
  const std::string value = std::string(1, '\0') + target + '\0' + object + '\0';
  EXPECT_GE(H5Lcreate_ud(file, name, H5L_TYPE_EXTERNAL, value.data(), value.size(), H5P_DEFAULT, H5P_DEFAULT), 0);
  H5Lunregister(H5L_TYPE_EXTERNAL);
}

void makeDataset(hid_t file, const char* name, hid_t properties) {
  const hid_t space = H5Screate_simple(1, three.data(), nullptr);
  const hid_t set = H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  H5Dclose(set);
  H5Sclose(space);
}

std::string readingFails(const std::string& path, const std::string& dataset) {
  return messageOf<FileError>([&] {
    const Hdf5File file = Hdf5File::open(base::Communicator::world(), path);
    file.readRows<double>(dataset, 0, 3);
  });
}

TEST(Hdf5Links, ToOtherFilesAreRejected) {
  const TemporaryFolder folder;
  makeFile(folder / "a.h5", [](hid_t file) {
    makeExternalLink(file, "b.h5", "/x", "/out");
    makeExternalLink(file, "b.h5", "/", "/group");
    H5Lcreate_soft("/out", file, "/there", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_soft("/loop", file, "/loop", H5P_DEFAULT, H5P_DEFAULT);
    makeDataset(file, "/x", H5P_DEFAULT);
    H5Lcreate_soft("/x", file, "/here", H5P_DEFAULT, H5P_DEFAULT);
  });
  makeFile(folder / "b.h5", [](hid_t file) { makeDataset(file, "/x", H5P_DEFAULT); });
  EXPECT_THAT(readingFails(folder / "a.h5", "/out"), HasSubstr("link to another file"));
  EXPECT_THAT(readingFails(folder / "a.h5", "/group/x"), HasSubstr("link to another file"));
  EXPECT_THAT(readingFails(folder / "a.h5", "/there"), HasSubstr("a.h5"));
  EXPECT_THAT(readingFails(folder / "a.h5", "/loop"), HasSubstr("a.h5"));
  const Hdf5File file = Hdf5File::open(base::Communicator::world(), folder / "a.h5");
  EXPECT_EQ(file.rows("/here"), 3);
  EXPECT_THAT(messageOf<FileError>([&] { file.datasets("/"); }), HasSubstr("link to another file"));
}

TEST(Hdf5Links, ValuesOfOtherFilesAreNotRead) {
  const TemporaryFolder folder;
  if (base::Communicator::world().isRoot()) {
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  }
  makeFile(folder / "a.h5", [](hid_t file) {
    const hid_t outside = H5Pcreate(H5P_DATASET_CREATE), mosaic = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_external(outside, "pipe", 0, 3 * sizeof(double));
    makeDataset(file, "/outside", outside);
    const hid_t space = H5Screate_simple(1, three.data(), nullptr);
    H5Pset_virtual(mosaic, space, "pipe", "/x", space);
    makeDataset(file, "/mosaic", mosaic);
    H5Sclose(space);
    H5Pclose(outside);
    H5Pclose(mosaic);
  });
  for (const char* name : {"/outside", "/mosaic"})
    EXPECT_THAT(readingFails(folder / "a.h5", name), HasSubstr("are stored in other files")) << name;
}

}  // namespace
}  // namespace tenon::io
