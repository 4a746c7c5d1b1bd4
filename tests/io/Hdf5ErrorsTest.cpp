// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include "SmallDisk.hpp"
#include "TemporaryFolder.hpp"
#include "comm.hpp"
#include "io/Hdf5File.hpp"

namespace tenon::io {
namespace {

using base::Communicator;
using base::FileError;
using ::testing::AllOf;
using testing::bytesOf;
using testing::comm;
using ::testing::HasSubstr;
using testing::messageOf;
using testing::SmallDisk;
using testing::TemporaryFolder;
using testing::writeBytes;

std::string openingFails(const std::string& path) {
  return messageOf<FileError>([&] { Hdf5File::open(comm(), path); });
}

/// Writes a file with 1000 numbers per rank in the dataset /x. @note Collective.
void writeSample(const std::string& path) {
  auto out = Hdf5File::create(comm(), path);
  out.writeRows("/x", std::vector<double>(1000, 1.0));
  out.commit();
}

TEST(Hdf5Errors, nameTheFileThatCannotBeOpened) {
  const TemporaryFolder folder;
  EXPECT_EQ(openingFails(folder / "none.h5"), "There is no file '" + (folder / "none.h5") + "'.");
  EXPECT_THAT(openingFails(folder.path()), HasSubstr("is a folder"));
  writeBytes(comm(), folder / "text.h5", "$MeshFormat\n4.1 0 8\n");
  EXPECT_THAT(openingFails(folder / "text.h5"), AllOf(HasSubstr("text.h5"), HasSubstr("not an HDF5 file")));
  writeBytes(comm(), folder / "empty.h5", "");
  EXPECT_THAT(openingFails(folder / "empty.h5"), HasSubstr("not an HDF5 file"));
}

TEST(Hdf5Errors, nameATruncatedFile) {
  const TemporaryFolder folder;
  writeSample(folder / "a.h5");
  const std::string whole = bytesOf(folder / "a.h5");
  for (const std::size_t kept : {whole.size() - 1, whole.size() / 2, std::size_t{100}, std::size_t{20}}) {
    writeBytes(comm(), folder / "a.h5", whole.substr(0, kept));
    EXPECT_THAT(openingFails(folder / "a.h5"), AllOf(HasSubstr("a.h5"), HasSubstr("truncated"))) << kept << " bytes";
  }
}

/// Returns all contents of a file as one text. @note Not collective: each rank reads the file.
std::string contentsOf(const std::string& path) {
  const auto in = Hdf5File::open(Communicator::self(), path);
  std::string text =
      in.readText("/a/text") + in.textAttribute("/", "title") + std::to_string(in.integerAttribute("/a", "one"));
  for (const std::string& name : in.children("/a")) text += name;
  for (const double x : in.readRows<double>("/a/b/x", 0, in.rows("/a/b/x"), in.columns("/a/b/x")))
    text += std::to_string(x);
  return text;
}

TEST(Hdf5Errors, detectEveryDamagedByteOfTheMetadata) {
  const TemporaryFolder folder;
  const std::string path = folder / "a.h5", words = "a text that is stored like rows";
  {
    auto out = Hdf5File::create(comm(), path);
    out.writeRows("/a/b/x", std::vector<double>(6, 0.5), 3);
    out.writeText("/a/text", words);
    out.writeAttribute("/", "title", "a test");
    out.writeAttribute("/a", "one", 1);
    out.commit();
  }
  const std::string whole = bytesOf(path), contents = contentsOf(path);
  const std::string row(reinterpret_cast<const char*>(std::vector<double>(6, 0.5).data()), 48);
  const std::size_t rows = whole.find(row), text = whole.find(words);
  ASSERT_NE(rows, std::string::npos);
  ASSERT_NE(text, std::string::npos);
  const auto isRaw = [&](std::size_t at) {
    return (at >= rows && at < rows + 48 * static_cast<std::size_t>(comm().size())) ||
           (at >= text && at < text + words.size());
  };
  const auto ranks = static_cast<std::size_t>(comm().size());
  const std::string copy = folder / ("copy" + std::to_string(comm().rank()) + ".h5");
  long found = 0;
  for (auto at = static_cast<std::size_t>(comm().rank()); at < whole.size(); at += ranks) {
    if (isRaw(at)) continue;
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    writeBytes(Communicator::self(), copy, damaged);
    try {
      EXPECT_EQ(contentsOf(copy), contents) << "byte " << at;  // an unused byte between two blocks
    } catch (const FileError& error) {
      EXPECT_THAT(error.what(), HasSubstr(copy));
      ++found;
    }
  }
  EXPECT_GT(comm().sum(found), 500);
}

TEST(Hdf5Errors, nameAFormatWithoutChecksums) {
  const TemporaryFolder folder;
  if (comm().isRoot())
    H5Fclose(TENON_HDF5(H5Fcreate((folder / "old.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)));
  comm().barrier();
  EXPECT_THAT(openingFails(folder / "old.h5"),
              AllOf(HasSubstr("old.h5"), HasSubstr("has no checksums"), HasSubstr("h5repack")));
}

TEST(Hdf5Errors, nameTheDatasetAndItsShape) {
  const TemporaryFolder folder;
  writeSample(folder / "a.h5");
  const auto in = Hdf5File::open(comm(), folder / "a.h5");
  const std::int64_t total = 1000 * comm().size();
  EXPECT_THAT(messageOf<FileError>([&] { in.rows("/y"); }),
              AllOf(HasSubstr("There is no dataset '/y'"), HasSubstr("a.h5")));
  EXPECT_THAT(messageOf<FileError>([&] { in.rows("/"); }), HasSubstr("a.h5"));
  EXPECT_THAT(messageOf<FileError>([&] { in.readRows<double>("/x", 0, 1, 3); }),
              AllOf(HasSubstr("'/x'"), HasSubstr("is 1, but must be 3"), HasSubstr("a.h5")));
  EXPECT_THAT(messageOf<FileError>([&] { in.readRows<double>("/x", total - 1, 2); }),
              HasSubstr("is " + std::to_string(total) + ", but the rows"));
  EXPECT_THAT(messageOf<FileError>([&] { in.readRows<double>("/x", -1, 2); }), HasSubstr("were requested"));
}

TEST(Hdf5Errors, ofOneRankAreThrownOnAll) {
  const TemporaryFolder folder;
  writeSample(folder / "a.h5");
  const bool last = comm().rank() == comm().size() - 1;
  const auto in = Hdf5File::open(comm(), folder / "a.h5");
  EXPECT_THROW(in.readRows<double>("/x", last ? 1000 * comm().size() : 0, 1), FileError);

  auto out = Hdf5File::create(comm(), folder / "b.h5");
  EXPECT_THROW(out.writeRows("/y", std::vector<double>(last ? 7 : 6), 3), base::InternalError);
  out.writeRows("/y", std::vector<double>(6), 3);  // the failed call has written nothing
  out.commit();
}

TEST(Hdf5Errors, reportFilesThatCannotBeCreated) {
  const TemporaryFolder folder;
  writeBytes(comm(), folder / "file", "x");
  EXPECT_THAT(messageOf<FileError>([&] { Hdf5File::create(comm(), folder / "none/a.h5"); }),
              AllOf(HasSubstr("Cannot write"), HasSubstr("none/a.h5"), HasSubstr("No such file or directory")));
  EXPECT_THAT(messageOf<FileError>([&] { Hdf5File::create(comm(), folder / "file/a.h5"); }),
              HasSubstr("Not a directory"));
  EXPECT_THAT(messageOf<FileError>([&] { Hdf5File::create(comm(), folder.path()); }), HasSubstr("it is a folder"));
}

TEST(Hdf5Errors, reportDuplicateDatasets) {
  const TemporaryFolder folder;
  auto out = Hdf5File::create(comm(), folder / "a.h5");
  out.writeRows("/x", std::vector<double>(2));
  EXPECT_THAT(messageOf<FileError>([&] { out.writeRows("/x", std::vector<double>(2)); }),
              AllOf(HasSubstr("/x"), HasSubstr("a.h5")));
  EXPECT_THROW(out.commit(), base::InternalError);  // discarded after the error
  comm().barrier();
  EXPECT_FALSE(std::filesystem::exists(folder / "a.h5.partial"));
}

TEST(Hdf5Errors, reportWritesToFilesOpenForReading) {
  const TemporaryFolder folder;
  writeSample(folder / "a.h5");
  auto in = Hdf5File::open(comm(), folder / "a.h5");
  EXPECT_THROW(in.writeRows("/y", std::vector<double>(2)), base::InternalError);
  EXPECT_THROW(in.commit(), base::InternalError);
  EXPECT_EQ(in.rows("/x"), 1000 * comm().size());
}

TEST(Hdf5Errors, reportsAFullDisk) {
  const TemporaryFolder folder;
  const SmallDisk disk(folder.path());
  if (!disk.isMounted()) GTEST_SKIP() << "only root may mount a small file system";
  writeSample(folder / "a.h5");
  const std::string old = bytesOf(folder / "a.h5");
  auto out = Hdf5File::create(comm(), folder / "a.h5");
  const auto full = messageOf<FileError>([&] {
    out.writeRows("/x", std::vector<double>(300000, 1.0));
    out.commit();
  });
  EXPECT_THAT(full, AllOf(HasSubstr("a.h5"), HasSubstr("free disk space"), HasSubstr("No space left on device")));
  comm().barrier();
  EXPECT_TRUE(bytesOf(folder / "a.h5") == old);
  EXPECT_FALSE(std::filesystem::exists(folder / "a.h5.partial"));
  writeSample(folder / "b.h5");  // the library is still usable
  EXPECT_EQ(Hdf5File::open(comm(), folder / "b.h5").rows("/x"), 1000 * comm().size());
}

}  // namespace
}  // namespace tenon::io
