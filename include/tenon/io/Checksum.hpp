#pragma once
#include <cstdint>
#include <gsl/span>
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::io {

/// Checksum of the bytes of a file: the sum of w_k r^k modulo 2^61 - 1 over its 32-bit words w_k. Contributions of
/// disjoint parts add up in any order, so that every rank sums over what it writes, at its place, and nobody has to read
/// the file again. A change within one word is always detected, any other one with probability 1 - 2^-61.
///
/// Source: M. Dietzfelbinger et al., Polynomial hash functions are reliable (ICALP 1992), for the probability.
class Checksum {
 public:
  Checksum() = default;
  /// `value` as value() has given it.
  explicit Checksum(std::uint64_t value) : value_(value) {}

  /// Adds the bytes that stand at `offset` of the file.
  void add(std::int64_t offset, gsl::span<const char> bytes);
  void add(const Checksum& other);
  /// Sum over all ranks. Collective.
  Checksum sumOver(const base::Communicator& comm) const;

  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

/// The bytes that are to stand behind a file of `size` bytes so that isSealed() can verify it.
std::string sealOf(std::int64_t size, const Checksum& checksum);

/// Verifies the checksum behind a file's content; every rank reads its share of the file. Collective.
/// @return false if there is none. @throws FileError on all ranks if it is not that of the content.
bool isSealed(const base::Communicator& comm, const std::string& path);

}  // namespace tenon::io
