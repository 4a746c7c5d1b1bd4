// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "io/Hdf5File.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "TemporaryFolder.hpp"
#include "comm.hpp"

namespace tenon::io {
namespace {

using base::Communicator;
using base::FileError;
using ::testing::AllOf;
using testing::bytesOf;
using testing::comm;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::messageOf;
using testing::TemporaryFolder;
using testing::writeBytes;

/// Returns the number of rows of this rank: the rank number, at least `at_least`. By default rank 0
/// has no rows, so that the dataset is empty on one rank.
std::int64_t numMine(int at_least = 0) {
  return comm().rank() + at_least;
}

template <class T>
std::vector<T> countingRows(std::int64_t count, int columns) {
  const std::int64_t first = comm().exclusiveSum(count) * columns;
  std::vector<T> values(static_cast<std::size_t>(count * columns));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<T>(first + static_cast<std::int64_t>(i));
  return values;
}

template <class T>
class Hdf5Rows : public ::testing::Test {};
using Numbers = ::testing::Types<double, std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(Hdf5Rows, Numbers);

TYPED_TEST(Hdf5Rows, areReadAsWritten) {
  const TemporaryFolder folder;
  const auto table = countingRows<TypeParam>(numMine(), 3);
  const auto list = countingRows<TypeParam>(numMine(2), 1);
  auto out = Hdf5File::create(comm(), folder / "a.h5");
  out.writeRows("/group/below/table", table, 3);
  out.writeRows("/list", list);
  out.commit();

  const auto in = Hdf5File::open(comm(), folder / "a.h5");
  EXPECT_EQ(in.rows("/group/below/table"), comm().sum(numMine()));
  EXPECT_EQ(in.columns("/group/below/table"), 3);
  EXPECT_EQ(in.rows("/list"), comm().sum(numMine(2)));
  EXPECT_EQ(in.columns("/list"), 1);
  const std::int64_t first = comm().exclusiveSum(numMine());
  EXPECT_EQ(in.readRows<TypeParam>("/group/below/table", first, numMine(), 3), table);
  EXPECT_EQ(in.readRows<TypeParam>("/list", comm().exclusiveSum(numMine(2)), numMine(2)), list);
}

TYPED_TEST(Hdf5Rows, areReadInShares) {
  const TemporaryFolder folder;
  auto out = Hdf5File::create(comm(), folder / "a.h5");
  out.writeRows("/list", countingRows<TypeParam>(comm().isRoot() ? 10 : 0, 1));
  out.commit();
  const auto share = Hdf5File::open(comm(), folder / "a.h5").template readShare<TypeParam>("/list");
  EXPECT_EQ(comm().sum(static_cast<std::int64_t>(share.size())), 10);
  EXPECT_LE(comm().max(static_cast<std::int64_t>(share.size())), 10 / comm().size() + 1);
  const auto first = comm().exclusiveSum(static_cast<std::int64_t>(share.size()));
  for (std::size_t i = 0; i < share.size(); ++i) EXPECT_EQ(share[i], static_cast<TypeParam>(first) + TypeParam(i));
}

TEST(Hdf5File, keepsADatasetWithoutRows) {
  const TemporaryFolder folder;
  auto out = Hdf5File::create(comm(), folder / "a.h5");
  out.writeRows("/nothing", std::vector<double>{}, 9);
  out.commit();
  const auto in = Hdf5File::open(comm(), folder / "a.h5");
  EXPECT_EQ(in.rows("/nothing"), 0);
  EXPECT_EQ(in.columns("/nothing"), 9);
  EXPECT_TRUE(in.readShare<double>("/nothing", 9).empty());
}

TEST(Hdf5File, widensIntegersButNeverNarrows) {
  const TemporaryFolder folder;
  auto out = Hdf5File::create(comm(), folder / "a.h5");
  out.writeRows("/small", std::vector<std::int32_t>{-5});
  out.writeRows("/large", std::vector<std::int64_t>{std::int64_t{1} << 40});
  out.commit();
  const auto in = Hdf5File::open(comm(), folder / "a.h5");
  EXPECT_THAT(in.readRows<std::int64_t>("/small", comm().rank(), 1), ElementsAre(-5));
  const auto narrow = messageOf<FileError>([&] { in.readRows<std::int32_t>("/large", 0, 1); });
  EXPECT_THAT(narrow, AllOf(HasSubstr("'/large'"), HasSubstr("4-byte integers"), HasSubstr("a.h5")));
  const auto real = messageOf<FileError>([&] { in.readRows<double>("/small", 0, 1); });
  EXPECT_THAT(real, HasSubstr("8-byte reals"));
}

TEST(Hdf5File, listsItsContents) {
  const TemporaryFolder folder;
  auto out = Hdf5File::create(comm(), folder / "a.h5");
  out.writeRows("/meshes/upper/points", countingRows<double>(1, 3), 3);
  out.writeRows("/meshes/lower/points", countingRows<double>(1, 3), 3);
  out.writeText("/case", "kind: x\n");
  EXPECT_TRUE(out.exists("/meshes/upper"));  // a query while the file is being written
  out.commit();
  const auto in = Hdf5File::open(comm(), folder / "a.h5");
  EXPECT_THAT(in.children("/"), ElementsAre("case", "meshes"));
  EXPECT_THAT(in.children("/meshes"), ElementsAre("lower", "upper"));
  EXPECT_TRUE(in.exists("/"));
  EXPECT_TRUE(in.exists("/meshes/lower/points"));
  EXPECT_FALSE(in.exists("/meshes/middle/points"));
  EXPECT_THAT(messageOf<FileError>([&] { in.children("/none"); }), HasSubstr("There is no group '/none'"));
}

TEST(Hdf5File, listsDatasetsAtAnyDepth) {
  const TemporaryFolder folder;
  auto out = Hdf5File::create(comm(), folder / "a.h5");
  out.writeRows("/joints/pin/between/end", countingRows<double>(1, 1));
  out.writeRows("/joints/pin of a/end", countingRows<double>(1, 1));
  out.writeText("/joints/about", "two");
  out.writeRows("/other", countingRows<double>(1, 1));
  out.createGroup("/joints/none/at/all");
  out.commit();
  const auto in = Hdf5File::open(comm(), folder / "a.h5");
  EXPECT_THAT(in.datasets("/joints"), ElementsAre("about", "pin of a/end", "pin/between/end"));
  EXPECT_THAT(in.datasets("/joints/pin"), ElementsAre("between/end"));
  EXPECT_THAT(in.datasets("/joints/none"), ElementsAre());
  EXPECT_THAT(in.datasets("/"), ElementsAre("joints/about", "joints/pin of a/end", "joints/pin/between/end", "other"));
  EXPECT_THAT(messageOf<FileError>([&] { in.datasets("/none"); }), HasSubstr("There is no group '/none'"));
  EXPECT_THAT(messageOf<FileError>([&] { in.datasets("/other"); }), HasSubstr("a.h5"));
}

TEST(Hdf5File, keepsTextsAndAttributes) {
  const TemporaryFolder folder;
  const std::string text = "naïve: \"λ\"\n  <two> & lines\n" + std::string(100000, 'x');
  auto out = Hdf5File::create(comm(), folder / "a.h5");
  out.writeText("/case", comm().isRoot() ? text : "");  // only the text of the root is written
  out.writeText("/empty", "");
  out.writeRows("/steps/0000/u", countingRows<double>(1, 3), 3);
  out.writeAttribute("/", "title", "bracket β");
  out.writeAttribute("/", "nothing", "");
  out.writeAttribute("/steps/0000", "time", 0.1);
  out.writeAttribute("/steps/0000/u", "iterations", std::int64_t{1} << 40);
  out.writeAttribute("/steps/0000/u", "ranks", 4);
  out.commit();

  const auto in = Hdf5File::open(comm(), folder / "a.h5");
  EXPECT_EQ(in.readText("/case"), text);
  EXPECT_EQ(in.readText("/empty"), "");
  EXPECT_EQ(in.textAttribute("/", "title"), "bracket β");
  EXPECT_EQ(in.textAttribute("/", "nothing"), "");
  EXPECT_EQ(in.numberAttribute("/steps/0000", "time"), 0.1);
  EXPECT_EQ(in.integerAttribute("/steps/0000/u", "iterations"), std::int64_t{1} << 40);
  EXPECT_EQ(in.integerAttribute("/steps/0000/u", "ranks"), 4);
  EXPECT_FALSE(in.hasAttribute("/", "author"));
  EXPECT_THAT(messageOf<FileError>([&] { in.textAttribute("/", "author"); }), HasSubstr("no attribute 'author'"));
  EXPECT_THAT(messageOf<FileError>([&] { in.integerAttribute("/", "title"); }), HasSubstr("not an integer"));
  EXPECT_THAT(messageOf<FileError>([&] { in.numberAttribute("/", "title"); }), HasSubstr("title"));
  EXPECT_THAT(messageOf<FileError>([&] { in.readText("/steps/0000/u"); }), HasSubstr("a.h5"));
}

TEST(Hdf5File, ReadsADatasetByItsSecondName) {
  const TemporaryFolder folder;
  const auto rows = countingRows<double>(numMine(1), 3);
  auto out = Hdf5File::create(comm(), folder / "a.h5");
  out.writeRows("/contacts/0000/place", rows, 3);
  out.addName("/contacts/0000/place", "/contacts/0000/position");
  EXPECT_THAT(messageOf<FileError>([&] { out.addName("/contacts/0000/none", "/contacts/0000/other"); }),
              HasSubstr("a.h5"));
  auto again = Hdf5File::create(comm(), folder / "b.h5");
  again.writeRows("/contacts/0000/place", rows, 3);
  again.addName("/contacts/0000/place", "/contacts/0000/position");
  again.commit();

  const auto in = Hdf5File::open(comm(), folder / "b.h5");
  EXPECT_THAT(in.datasets("/contacts"), ElementsAre("0000/place", "0000/position"));
  for (const char* name : {"/contacts/0000/place", "/contacts/0000/position"}) {
    const std::int64_t count = numMine(1);
    EXPECT_EQ(in.readRows<double>(name, comm().exclusiveSum(count), count, 3), rows) << name;
  }
}

TEST(Hdf5File, hasTheSameBytesFromAnyNumberOfRanks) {
  const TemporaryFolder folder;
  const auto fill = [](const Communicator& c, const std::string& path, const std::vector<double>& rows) {
    auto out = Hdf5File::create(c, path);
    out.writeRows("/meshes/part/points", rows, 3);
    out.writeText("/case", "text");
    out.writeAttribute("/meshes", "title", "same");
    out.commit();
  };
  fill(comm(), folder / "together.h5", countingRows<double>(5, 3));
  if (comm().isRoot()) {
    std::vector<double> all(static_cast<std::size_t>(5 * 3 * comm().size()));
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<double>(i);
    fill(Communicator::self(), folder / "alone.h5", all);
    EXPECT_TRUE(bytesOf(folder / "together.h5") == bytesOf(folder / "alone.h5"));
  }
}

TEST(Hdf5File, leavesTheOldFileUntilCommitted) {
  const TemporaryFolder folder;
  writeBytes(comm(), folder / "a.h5", "old");
  {
    auto out = Hdf5File::create(comm(), folder / "a.h5");
    out.writeRows("/x", countingRows<double>(2, 1));
    EXPECT_TRUE(std::filesystem::exists(folder / "a.h5.partial"));
    EXPECT_EQ(bytesOf(folder / "a.h5"), "old");
    comm().barrier();  // before the root deletes the file
  }
  comm().barrier();
  EXPECT_EQ(bytesOf(folder / "a.h5"), "old");
  EXPECT_FALSE(std::filesystem::exists(folder / "a.h5.partial"));
  comm().barrier();  // before the root writes the next file

  auto out = Hdf5File::create(comm(), folder / "a.h5");
  out.writeRows("/x", countingRows<double>(2, 1));
  out.commit();
  EXPECT_EQ(Hdf5File::open(comm(), folder / "a.h5").rows("/x"), 2 * comm().size());
  EXPECT_FALSE(std::filesystem::exists(folder / "a.h5.partial"));
  EXPECT_THROW(out.writeRows("/y", countingRows<double>(2, 1)), base::InternalError);
}

TEST(Hdf5File, leavesTheOldFileWhenAnExceptionPassesThroughIt) {
  const TemporaryFolder folder;
  writeBytes(comm(), folder / "a.h5", "old");
  EXPECT_THROW(
      {
        auto out = Hdf5File::create(comm(), folder / "a.h5");
        out.writeRows("/x", countingRows<double>(2, 1));
        throw std::runtime_error("elsewhere");
      },
      std::runtime_error);
  comm().barrier();
  EXPECT_EQ(bytesOf(folder / "a.h5"), "old");
  EXPECT_FALSE(std::filesystem::exists(folder / "a.h5.partial"));
}

TEST(Hdf5File, isMovable) {
  const TemporaryFolder folder;
  auto out = Hdf5File::create(comm(), folder / "a.h5");
  out = Hdf5File::create(comm(), folder / "b.h5");  // the assignment discards a.h5
  auto moved = std::move(out);
  moved.writeRows("/x", countingRows<double>(1, 1));
  moved.commit();
  EXPECT_FALSE(std::filesystem::exists(folder / "a.h5"));
  EXPECT_FALSE(std::filesystem::exists(folder / "a.h5.partial"));
  EXPECT_EQ(Hdf5File::open(comm(), folder / "b.h5").rows("/x"), comm().size());
}

}  // namespace
}  // namespace tenon::io
