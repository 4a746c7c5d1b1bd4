// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscsystypes.h>  // only the definitions of the integer types

#include <cstddef>
#include <cstdint>
#include <functional>

namespace tenon::base {

/// Local index on one rank, of a node, a cell or a row. Always 32 bits wide, because no rank holds
/// 2^31 items.
using LocalIndex = std::int32_t;

/// Global index over all ranks, as wide as PetscInt. A separate type prevents implicit conversion
/// to and from LocalIndex.
class GlobalIndex {
 public:
  constexpr GlobalIndex() = default;
  constexpr explicit GlobalIndex(PetscInt value) : value_(value) {}
  /// Index as PetscInt.
  constexpr PetscInt value() const { return value_; }

  friend constexpr bool operator==(GlobalIndex a, GlobalIndex b) { return a.value_ == b.value_; }
  friend constexpr bool operator!=(GlobalIndex a, GlobalIndex b) { return a.value_ != b.value_; }
  friend constexpr bool operator<(GlobalIndex a, GlobalIndex b) { return a.value_ < b.value_; }
  friend constexpr bool operator<=(GlobalIndex a, GlobalIndex b) { return a.value_ <= b.value_; }
  friend constexpr GlobalIndex operator+(GlobalIndex a, PetscInt shift) { return GlobalIndex(a.value_ + shift); }
  friend constexpr PetscInt operator-(GlobalIndex a, GlobalIndex b) { return a.value_ - b.value_; }

 private:
  PetscInt value_ = -1;  // -1 means no index; MatSetValues() and VecSetValues() skip it
};
static_assert(sizeof(GlobalIndex) == sizeof(PetscInt), "arrays of GlobalIndex are passed to PETSc without conversion");

/// Reinterprets an array of GlobalIndex as an array of PetscInt.
inline const PetscInt* petscIndices(const GlobalIndex* indices) {
  return reinterpret_cast<const PetscInt*>(indices);
}

/// Converts a count to PetscInt.
/// @param what  name of the counted items, for the message
/// @throws InputError if the count does not fit in 32 bits; the message names `what` and --int64.
PetscInt toPetscInt(std::int64_t count, const char* what);

/// Converts a count to LocalIndex.
/// @param what  name of the counted items, for the message
/// @throws InputError if the count exceeds the range of LocalIndex; the message names `what`.
LocalIndex toLocalIndex(std::int64_t count, const char* what);

}  // namespace tenon::base

/// Hash function of GlobalIndex.
template <>
struct std::hash<tenon::base::GlobalIndex> {
  std::size_t operator()(tenon::base::GlobalIndex index) const noexcept { return std::hash<PetscInt>{}(index.value()); }
};
