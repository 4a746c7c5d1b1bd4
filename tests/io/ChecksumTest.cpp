// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "io/Checksum.hpp"

#include <gmock/gmock.h>

#include "TemporaryFolder.hpp"
#include "comm.hpp"
#include "io/Hdf5File.hpp"

namespace tenon::io {
namespace {

using base::FileError;
using testing::bytesOf;
using testing::comm;
using ::testing::HasSubstr;
using testing::messageOf;
using testing::TemporaryFolder;
using testing::writeBytes;

std::string someBytes(std::size_t count) {
  std::string bytes(count, '\0');
  unsigned state = 7;
  for (char& byte : bytes) byte = static_cast<char>((state = state * 1664525u + 1013904223u) >> 24);
  return bytes;
}

std::uint64_t checksumOf(const std::string& bytes) {
  Checksum checksum;
  checksum.add(0, bytes);
  return checksum.value();
}

// Verifies that the checksums of parts of any length, at any offset and in any order,
// add up to the checksum of the whole.
TEST(Checksum, OfPartsIsThatOfTheWhole) {
  const std::string bytes = someBytes(203);
  for (std::size_t first = 0; first <= 9; ++first)
    for (std::size_t second = first; second <= bytes.size(); second += 1 + first) {
      Checksum parts;
      const auto add = [&](std::size_t from, std::size_t to) {
        parts.add(static_cast<std::int64_t>(from), gsl::span<const char>(bytes).subspan(from, to - from));
      };
      add(second, bytes.size());
      add(0, first);
      add(first, second);
      EXPECT_EQ(parts.value(), checksumOf(bytes)) << first << " " << second;
    }
}

TEST(Checksum, DetectsEachFlippedBitAndEachPairOfExchangedBytes) {
  std::string bytes = someBytes(64);
  const std::uint64_t good = checksumOf(bytes);
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    const auto flip = [&] { bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8)); };
    flip();
    EXPECT_NE(checksumOf(bytes), good) << bit;
    flip();
  }
  for (std::size_t a = 0; a < bytes.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      if (bytes[a] == bytes[b]) continue;
      std::swap(bytes[a], bytes[b]);
      EXPECT_NE(checksumOf(bytes), good) << a << " " << b;
      std::swap(bytes[a], bytes[b]);
    }
}

void writeSealed(const std::string& path) {
  Hdf5File file = Hdf5File::createWithChecksum(comm(), path);
  file.writeRows("/a/x", std::vector<double>(static_cast<std::size_t>(2 * comm().rank() + 1), 0.1 * comm().rank()));
  file.writeAttribute("/a", "number", 3.5);
  file.writeText("/text", "words");
  file.commit();
}

TEST(ChecksummedFile, IsRead) {
  const TemporaryFolder folder;
  writeSealed(folder / "a.h5");
  EXPECT_TRUE(verifyChecksum(comm(), folder / "a.h5"));
  const Hdf5File file = Hdf5File::openWithChecksum(comm(), folder / "a.h5");
  EXPECT_EQ(file.rows("/a/x"), comm().size() * comm().size());
  EXPECT_EQ(file.readText("/text"), "words");
  EXPECT_EQ(Hdf5File::open(comm(), folder / "a.h5").numberAttribute("/a", "number"), 3.5);
}

TEST(ChecksummedFile, WithoutAChecksumIsReadWhereItHasNeverHadOne) {
  const TemporaryFolder folder;
  Hdf5File file = Hdf5File::create(comm(), folder / "a.h5");
  file.writeText("/text", "words");
  file.commit();
  EXPECT_FALSE(verifyChecksum(comm(), folder / "a.h5"));
  EXPECT_EQ(Hdf5File::openWithChecksum(comm(), folder / "a.h5").readText("/text"), "words");
}

TEST(ChecksummedFile, WithAnyOtherByteIsRefused) {
  const TemporaryFolder folder;
  writeSealed(folder / "a.h5");
  const std::string good = bytesOf(folder / "a.h5");
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bytes = good;
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << at % 8));
    writeBytes(comm(), folder / "a.h5", bytes);
    EXPECT_THAT(messageOf<FileError>([&] { Hdf5File::openWithChecksum(comm(), folder / "a.h5"); }),
                HasSubstr("damaged"))
        << at;
  }
  for (std::size_t kept = 0; kept < good.size(); kept += 97) {
    writeBytes(comm(), folder / "a.h5", good.substr(0, kept));
    EXPECT_NE(messageOf<FileError>([&] { Hdf5File::openWithChecksum(comm(), folder / "a.h5"); }), "") << kept;
  }
}

}  // namespace
}  // namespace tenon::io
