// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <gsl/span>
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::io {

/// Checksum of the bytes of a file: the sum of w_k r^k modulo 2^61 - 1 over its 32-bit words w_k.
/// Contributions of disjoint parts can be added in any order, so that every rank sums over the
/// bytes that it writes and the file need not be read again. A change within one word is always
/// detected, any other change with probability 1 - 2^-61.
/// @see M. Dietzfelbinger et al., Polynomial hash functions are reliable (ICALP 1992), for the
///   probability
class Checksum {
 public:
  Checksum() = default;
  /// Continues a checksum from its value.
  /// @param value  result of value()
  explicit Checksum(std::uint64_t value) : value_(value) {}

  /// Adds the bytes at `offset` of the file.
  void add(std::int64_t offset, gsl::span<const char> bytes);
  /// Adds the checksum of another part of the file.
  void add(const Checksum& other);
  /// Returns the sum over all ranks. @note Collective.
  Checksum sumOver(const base::Communicator& comm) const;

  /// Returns the checksum as a number.
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

/// Returns the bytes to append to a file of `size` bytes so that verifyChecksum() can verify it.
std::string checksumFooter(std::int64_t size, const Checksum& checksum);

/// Verifies the checksum at the end of a file; every rank reads its share of the file.
/// @return false if there is no checksum
/// @throws FileError on all ranks if the checksum does not match the contents
/// @note Collective.
bool verifyChecksum(const base::Communicator& comm, const std::string& path);

}  // namespace tenon::io
