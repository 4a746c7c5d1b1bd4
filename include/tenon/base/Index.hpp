// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscsystypes.h>  // only the definitions of the integer types

#include <cstddef>
#include <cstdint>
#include <functional>

namespace tenon::base {

/// Local index of a node, a cell or a row on one rank. It has 32 bits, because no rank stores 2^31
/// or more items.
using LocalIndex = std::int32_t;

/// Global index, unique over all ranks. It has the same size as PetscInt. The separate type
/// prevents implicit conversions to and from LocalIndex.
class GlobalIndex {
 public:
  /// Creates an index with the value -1, which represents a missing index.
  constexpr GlobalIndex() = default;
  /// Creates an index from a PetscInt.
  constexpr explicit GlobalIndex(PetscInt value) : value_(value) {}
  /// Value of the index as a PetscInt.
  constexpr PetscInt value() const { return value_; }

  /// Returns true if two indices are equal.
  friend constexpr bool operator==(GlobalIndex a, GlobalIndex b) { return a.value_ == b.value_; }
  /// Returns true if two indices differ.
  friend constexpr bool operator!=(GlobalIndex a, GlobalIndex b) { return a.value_ != b.value_; }
  /// Returns true if index a is less than index b.
  friend constexpr bool operator<(GlobalIndex a, GlobalIndex b) { return a.value_ < b.value_; }
  /// Returns true if index a is less than or equal to index b.
  friend constexpr bool operator<=(GlobalIndex a, GlobalIndex b) { return a.value_ <= b.value_; }
  /// Returns the index a + shift.
  friend constexpr GlobalIndex operator+(GlobalIndex a, PetscInt shift) { return GlobalIndex(a.value_ + shift); }
  /// Returns the difference a - b of two indices.
  friend constexpr PetscInt operator-(GlobalIndex a, GlobalIndex b) { return a.value_ - b.value_; }

 private:
  PetscInt value_ = -1;  // -1: missing index, which MatSetValues() and VecSetValues() ignore
};
static_assert(sizeof(GlobalIndex) == sizeof(PetscInt), "arrays of GlobalIndex are passed to PETSc without conversion");

/// Reinterprets an array of GlobalIndex as an array of PetscInt, without copying it.
inline const PetscInt* petscIndices(const GlobalIndex* indices) {
  return reinterpret_cast<const PetscInt*>(indices);
}

/// Converts a count to PetscInt.
/// @param count  number of items on all ranks
/// @param what   name of the counted items, for the message
/// @return the count as PetscInt
/// @throws InputError if the count exceeds the range of PetscInt; the message names `what` and the
///   build option -DTENON_INT64=ON
PetscInt toPetscInt(std::int64_t count, const char* what);

/// Converts a count to LocalIndex.
/// @param count  number of items on this rank
/// @param what   name of the counted items, for the message
/// @return the count as LocalIndex
/// @throws InputError if the count exceeds the range of LocalIndex; the message names `what`
LocalIndex toLocalIndex(std::int64_t count, const char* what);

}  // namespace tenon::base

//! @cond
/// Hash function of GlobalIndex.
template <>
struct std::hash<tenon::base::GlobalIndex> {
  /// Returns the hash value of an index.
  std::size_t operator()(tenon::base::GlobalIndex index) const noexcept { return std::hash<PetscInt>{}(index.value()); }
};
//! @endcond
