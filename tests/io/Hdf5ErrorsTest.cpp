#include <gmock/gmock.h>

#include "SmallDisk.hpp"
#include "TemporaryFolder.hpp"
#include "tenon/io/Hdf5File.hpp"

namespace tenon::io {
namespace {

using base::Communicator;
using base::FileError;
using ::testing::AllOf;
using testing::bytesOf;
using ::testing::HasSubstr;
using testing::putBytes;
using testing::sentenceOf;
using testing::SmallDisk;
using testing::TemporaryFolder;

Communicator comm() {
  return Communicator::world();
}

std::string openingFails(const std::string& path) {
  return sentenceOf<FileError>([&] { Hdf5File::open(comm(), path); });
}

/// 1000 numbers per rank in /x.
void writeSample(const std::string& path) {
  auto out = Hdf5File::create(comm(), path);
  out.writeRows("/x", std::vector<double>(1000, 1.0));
  out.commit();
}

TEST(Hdf5Errors, nameTheFileThatCannotBeOpened) {
  const TemporaryFolder folder;
  EXPECT_EQ(openingFails(folder / "none.h5"), "There is no file '" + (folder / "none.h5") + "'.");
  EXPECT_THAT(openingFails(folder.path()), HasSubstr("is a folder"));
  putBytes(comm(), folder / "text.h5", "$MeshFormat\n4.1 0 8\n");
  EXPECT_THAT(openingFails(folder / "text.h5"), AllOf(HasSubstr("text.h5"), HasSubstr("not an HDF5 file")));
  putBytes(comm(), folder / "empty.h5", "");
  EXPECT_THAT(openingFails(folder / "empty.h5"), HasSubstr("not an HDF5 file"));
}

TEST(Hdf5Errors, nameATruncatedFile) {
  const TemporaryFolder folder;
  writeSample(folder / "a.h5");
  const std::string whole = bytesOf(folder / "a.h5");
  for (const std::size_t kept : {whole.size() - 1, whole.size() / 2, std::size_t{100}, std::size_t{20}}) {
    putBytes(comm(), folder / "a.h5", whole.substr(0, kept));
    EXPECT_THAT(openingFails(folder / "a.h5"), AllOf(HasSubstr("a.h5"), HasSubstr("truncated"))) << kept << " bytes";
  }
}

TEST(Hdf5Errors, nameTheDatasetAndItsShape) {
  const TemporaryFolder folder;
  writeSample(folder / "a.h5");
  const auto in = Hdf5File::open(comm(), folder / "a.h5");
  const std::int64_t total = 1000 * comm().size();
  EXPECT_THAT(sentenceOf<FileError>([&] { in.rows("/y"); }),
              AllOf(HasSubstr("There is no dataset '/y'"), HasSubstr("a.h5")));
  EXPECT_THAT(sentenceOf<FileError>([&] { in.rows("/"); }), HasSubstr("a.h5"));
  EXPECT_THAT(sentenceOf<FileError>([&] { in.readRows<double>("/x", 0, 1, 3); }),
              AllOf(HasSubstr("'/x'"), HasSubstr("1 columns where 3"), HasSubstr("a.h5")));
  EXPECT_THAT(sentenceOf<FileError>([&] { in.readRows<double>("/x", total - 1, 2); }),
              HasSubstr("has " + std::to_string(total) + " rows"));
  EXPECT_THAT(sentenceOf<FileError>([&] { in.readRows<double>("/x", -1, 2); }), HasSubstr("were asked for"));
}

TEST(Hdf5Errors, ofOneRankReachAll) {
  const TemporaryFolder folder;
  writeSample(folder / "a.h5");
  const bool last = comm().rank() == comm().size() - 1;
  const auto in = Hdf5File::open(comm(), folder / "a.h5");
  EXPECT_THROW(in.readRows<double>("/x", last ? 1000 * comm().size() : 0, 1), FileError);

  auto out = Hdf5File::create(comm(), folder / "b.h5");
  EXPECT_THROW(out.writeRows("/y", std::vector<double>(last ? 7 : 6), 3), base::InternalError);
  out.writeRows("/y", std::vector<double>(6), 3);  // nothing had happened yet
  out.commit();
}

TEST(Hdf5Errors, whenNothingCanBeCreated) {
  const TemporaryFolder folder;
  putBytes(comm(), folder / "file", "x");
  EXPECT_THAT(sentenceOf<FileError>([&] { Hdf5File::create(comm(), folder / "none/a.h5"); }),
              AllOf(HasSubstr("Cannot write"), HasSubstr("none/a.h5"), HasSubstr("No such file or directory")));
  EXPECT_THAT(sentenceOf<FileError>([&] { Hdf5File::create(comm(), folder / "file/a.h5"); }),
              HasSubstr("Not a directory"));
  EXPECT_THAT(sentenceOf<FileError>([&] { Hdf5File::create(comm(), folder.path()); }), HasSubstr("it is a folder"));
}

TEST(Hdf5Errors, whenADatasetIsWrittenTwice) {
  const TemporaryFolder folder;
  auto out = Hdf5File::create(comm(), folder / "a.h5");
  out.writeRows("/x", std::vector<double>(2));
  EXPECT_THAT(sentenceOf<FileError>([&] { out.writeRows("/x", std::vector<double>(2)); }),
              AllOf(HasSubstr("/x"), HasSubstr("a.h5")));
  EXPECT_THROW(out.commit(), base::InternalError);  // given up
  comm().barrier();
  EXPECT_FALSE(std::filesystem::exists(folder / "a.h5.partial"));
}

TEST(Hdf5Errors, whenOnlyReading) {
  const TemporaryFolder folder;
  writeSample(folder / "a.h5");
  auto in = Hdf5File::open(comm(), folder / "a.h5");
  EXPECT_THROW(in.writeRows("/y", std::vector<double>(2)), base::InternalError);
  EXPECT_THROW(in.commit(), base::InternalError);
  EXPECT_EQ(in.rows("/x"), 1000 * comm().size());
}

TEST(Hdf5Errors, whenTheDiskIsFull) {
  const TemporaryFolder folder;
  const SmallDisk disk(folder.path());
  if (!disk.mounted()) GTEST_SKIP() << "only root may mount a small file system";
  writeSample(folder / "a.h5");
  const std::string old = bytesOf(folder / "a.h5");
  auto out = Hdf5File::create(comm(), folder / "a.h5");
  const auto full = sentenceOf<FileError>([&] {
    out.writeRows("/x", std::vector<double>(300000, 1.0));
    out.commit();
  });
  EXPECT_THAT(full, AllOf(HasSubstr("a.h5"), HasSubstr("MB are free"), HasSubstr("No space left on device")));
  comm().barrier();
  EXPECT_TRUE(bytesOf(folder / "a.h5") == old);
  EXPECT_FALSE(std::filesystem::exists(folder / "a.h5.partial"));
  writeSample(folder / "b.h5");  // and the library still works
  EXPECT_EQ(Hdf5File::open(comm(), folder / "b.h5").rows("/x"), 1000 * comm().size());
}

}  // namespace
}  // namespace tenon::io
