#pragma once
#include <petscsystypes.h>  // the integers alone

#include <cstddef>
#include <cstdint>
#include <functional>

namespace tenon::base {

/// A number on one rank: of a node, a cell, a row. Always 32 bits: a rank never holds 2^31 of anything.
using LocalIndex = std::int32_t;

/// A number over all ranks, as wide as PETSc's index. A type of its own, so that it never mixes with a LocalIndex.
class GlobalIndex {
 public:
  constexpr GlobalIndex() = default;
  constexpr explicit GlobalIndex(PetscInt value) : value_(value) {}
  constexpr PetscInt value() const { return value_; }

  friend constexpr bool operator==(GlobalIndex a, GlobalIndex b) { return a.value_ == b.value_; }
  friend constexpr bool operator!=(GlobalIndex a, GlobalIndex b) { return a.value_ != b.value_; }
  friend constexpr bool operator<(GlobalIndex a, GlobalIndex b) { return a.value_ < b.value_; }
  friend constexpr bool operator<=(GlobalIndex a, GlobalIndex b) { return a.value_ <= b.value_; }
  friend constexpr GlobalIndex operator+(GlobalIndex a, PetscInt shift) { return GlobalIndex(a.value_ + shift); }
  friend constexpr PetscInt operator-(GlobalIndex a, GlobalIndex b) { return a.value_ - b.value_; }

 private:
  PetscInt value_ = -1;  // -1: no index, which PETSc's insertion skips
};
static_assert(sizeof(GlobalIndex) == sizeof(PetscInt), "arrays of GlobalIndex are handed to PETSc as they are");

inline const PetscInt* petscIndices(const GlobalIndex* indices) {
  return reinterpret_cast<const PetscInt*>(indices);
}

/// Narrows a count to PetscInt; throws InputError that names `what` and --int64 where 32 bits do not hold it.
PetscInt toPetscInt(std::int64_t count, const char* what);

/// Narrows a count to LocalIndex; throws InputError that names `what` when one rank would hold too many.
LocalIndex toLocalIndex(std::int64_t count, const char* what);

}  // namespace tenon::base

template <>
struct std::hash<tenon::base::GlobalIndex> {
  std::size_t operator()(tenon::base::GlobalIndex index) const noexcept { return std::hash<PetscInt>{}(index.value()); }
};
