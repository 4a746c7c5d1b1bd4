// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscsystypes.h>  // only the definitions of the integer types

#include <cstddef>
#include <cstdint>
#include <functional>

namespace tenon::base {

/// Rank-local index of a node, a cell or a row. It has 32 bits, because no rank holds 2^31 or more
/// items.
using LocalIndex = std::int32_t;

/// Global index over all ranks, as wide as PetscInt. A separate type prevents implicit conversion
/// to and from LocalIndex.
class GlobalIndex {
 public:
  /// Creates an index with value -1, which means no index.
  constexpr GlobalIndex() = default;
  /// Converts a PETSc index.
  constexpr explicit GlobalIndex(PetscInt value) : value_(value) {}
  /// Index as PetscInt.
  constexpr PetscInt value() const { return value_; }

  /// Returns true if two indices are equal.
  friend constexpr bool operator==(GlobalIndex a, GlobalIndex b) { return a.value_ == b.value_; }
  /// Returns true if two indices differ.
  friend constexpr bool operator!=(GlobalIndex a, GlobalIndex b) { return a.value_ != b.value_; }
  /// Returns true if index a is less than index b.
  friend constexpr bool operator<(GlobalIndex a, GlobalIndex b) { return a.value_ < b.value_; }
  /// Returns true if index a is less than or equal to index b.
  friend constexpr bool operator<=(GlobalIndex a, GlobalIndex b) { return a.value_ <= b.value_; }
  /// Returns the index `shift` positions after a.
  friend constexpr GlobalIndex operator+(GlobalIndex a, PetscInt shift) { return GlobalIndex(a.value_ + shift); }
  /// Returns the number of positions from index b to index a.
  friend constexpr PetscInt operator-(GlobalIndex a, GlobalIndex b) { return a.value_ - b.value_; }

 private:
  PetscInt value_ = -1;  // -1 means no index; MatSetValues() and VecSetValues() skip it
};
static_assert(sizeof(GlobalIndex) == sizeof(PetscInt), "arrays of GlobalIndex are passed to PETSc without conversion");

/// Returns the address of an array of GlobalIndex as an array of PetscInt; nothing is copied.
inline const PetscInt* petscIndices(const GlobalIndex* indices) {
  return reinterpret_cast<const PetscInt*>(indices);
}

/// Converts a count to PetscInt.
/// @param count  number of items on all ranks
/// @param what   name of the counted items, for the message
/// @return The count as PetscInt.
/// @throws InputError if the count exceeds the range of PetscInt; the message names `what` and the
///   build option -DTENON_INT64=ON.
PetscInt toPetscInt(std::int64_t count, const char* what);

/// Converts a count to LocalIndex.
/// @param count  number of items on this rank
/// @param what   name of the counted items, for the message
/// @return The count as LocalIndex.
/// @throws InputError if the count exceeds the range of LocalIndex; the message names `what`.
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
