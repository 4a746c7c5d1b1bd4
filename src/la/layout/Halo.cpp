// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/la/layout/Halo.hpp"

#include <petscsf.h>

#include <utility>

#include "tenon/base/runCollectively.hpp"

namespace tenon::la {
namespace {

// Returns the MPI type of T for which PetscSF has optimised packing and addition, if there is one.
// PetscSF has no addition of MPI_CHAR, and it recognises a 64-bit integer by PETSc's own type only.
template <class T>
MPI_Datatype unitOf() {
  if constexpr (std::is_same_v<T, char>)
    return MPI_SIGNED_CHAR;
  else if constexpr (std::is_same_v<T, GlobalIndex> || (std::is_integral_v<T> && sizeof(T) == sizeof(PetscInt)))
    return MPIU_INT;
  else
    return base::mpiType<T>();
}

PetscSF makeStarForest(const Layout& layout, gsl::span<const GlobalIndex> received) {
  std::vector<PetscSFNode> remote(received.size());
  base::runCollectively(layout.comm(), [&] {
    for (std::size_t i = 0; i < remote.size(); ++i) {
      const int owner = layout.ownerOf(received[i]);
      remote[i] = {owner, received[i].value() - layout.starts()[static_cast<std::size_t>(owner)]};
    }
  });
  PetscSF sf = nullptr;
  TENON_PETSC(PetscSFCreate(layout.comm().mpi(), &sf));
  TENON_PETSC(PetscSFSetGraph(sf, layout.numOwned(), static_cast<PetscInt>(remote.size()), nullptr, PETSC_OWN_POINTER,
                              remote.data(), PETSC_COPY_VALUES));
  TENON_PETSC(PetscSFSetUp(sf));
  return sf;
}

// Returns the star forest for `block` units per node. The unit is one number, because PetscSF 3.18
// does not handle temporary derived MPI types reliably (MPI_ERR_OP was observed for a sum of
// contiguous doubles).
PetscSF expand(PetscSF nodes, int block) {
  PetscInt num_roots = 0, num_leaves = 0;
  const PetscInt* leaves = nullptr;
  const PetscSFNode* remote = nullptr;
  TENON_PETSC(PetscSFGetGraph(nodes, &num_roots, &num_leaves, &leaves, &remote));
  std::vector<PetscSFNode> expanded;
  expanded.reserve(static_cast<std::size_t>(num_leaves * block));
  for (PetscInt i = 0; i < num_leaves; ++i)
    for (int c = 0; c < block; ++c) expanded.push_back({remote[i].rank, remote[i].index * block + c});
  PetscSF sf = nullptr;
  TENON_PETSC(PetscSFCreate(PetscObjectComm(reinterpret_cast<PetscObject>(nodes)), &sf));
  TENON_PETSC(PetscSFSetGraph(sf, num_roots * block, num_leaves * block, nullptr, PETSC_OWN_POINTER, expanded.data(),
                              PETSC_COPY_VALUES));
  TENON_PETSC(PetscSFSetUp(sf));
  return sf;
}

}  // namespace

Halo::Halo(const Layout& layout) : num_owned_(layout.numOwned()), num_received_(layout.numGhosts()) {
  star_forests_[1] = makeStarForest(layout, layout.ghosts());
}

Halo::Halo(const Layout& layout, const std::vector<GlobalIndex>& received)
    : num_owned_(layout.numOwned()),
      num_received_(base::toLocalIndex(static_cast<std::int64_t>(received.size()), "far nodes")) {
  star_forests_[1] = makeStarForest(layout, received);
}

Halo::~Halo() {
  for (auto& [block, sf] : star_forests_) PetscSFDestroy(&sf);
}

Halo::Halo(Halo&& other) noexcept
    : star_forests_(std::exchange(other.star_forests_, {})),
      num_owned_(other.num_owned_),
      num_received_(other.num_received_) {}

Halo& Halo::operator=(Halo&& other) noexcept {
  std::swap(star_forests_, other.star_forests_);
  num_owned_ = other.num_owned_;
  num_received_ = other.num_received_;
  return *this;
}

PetscSF Halo::starForest(int block) const {
  const auto found = star_forests_.find(block);
  if (found != star_forests_.end()) return found->second;
  return star_forests_[block] = expand(star_forests_.at(1), block);
}

void Halo::checkSizes(std::size_t owned, std::size_t received, int block) const {
  const auto b = static_cast<std::size_t>(block);
  base::ensure(owned == b * static_cast<std::size_t>(num_owned_),
               "The owned array of a halo exchange has the wrong size.");
  base::ensure(received == b * static_cast<std::size_t>(num_received_),
               "The far array of a halo exchange has the wrong size.");
}

template <class T>
void Halo::forward(gsl::span<const T> owned, gsl::span<T> received, int block) const {
  checkSizes(owned.size(), received.size(), block);
  PetscSF sf = starForest(block);
  TENON_PETSC(PetscSFBcastBegin(sf, unitOf<T>(), owned.data(), received.data(), MPI_REPLACE));
  TENON_PETSC(PetscSFBcastEnd(sf, unitOf<T>(), owned.data(), received.data(), MPI_REPLACE));
}

template <class T>
void Halo::reverseAdd(gsl::span<const T> received, gsl::span<T> owned, int block) const {
  checkSizes(owned.size(), received.size(), block);
  PetscSF sf = starForest(block);
  TENON_PETSC(PetscSFReduceBegin(sf, unitOf<T>(), received.data(), owned.data(), MPI_SUM));
  TENON_PETSC(PetscSFReduceEnd(sf, unitOf<T>(), received.data(), owned.data(), MPI_SUM));
}

template <class T>
void Halo::updateGhosts(gsl::span<T> local, int block) const {
  const std::size_t split = static_cast<std::size_t>(num_owned_) * static_cast<std::size_t>(block);
  forward(gsl::span<const T>(local.first(split)), local.subspan(split), block);
}

template <class T>
void Halo::addGhostsToOwners(gsl::span<T> local, int block) const {
  const std::size_t split = static_cast<std::size_t>(num_owned_) * static_cast<std::size_t>(block);
  reverseAdd(gsl::span<const T>(local.subspan(split)), local.first(split), block);
}

#define TENON_HALO_COPIES(T)                                                   \
  template void Halo::forward<T>(gsl::span<const T>, gsl::span<T>, int) const; \
  template void Halo::updateGhosts<T>(gsl::span<T>, int) const;
#define TENON_HALO_ADDS(T)                                                        \
  template void Halo::reverseAdd<T>(gsl::span<const T>, gsl::span<T>, int) const; \
  template void Halo::addGhostsToOwners<T>(gsl::span<T>, int) const;

TENON_HALO_COPIES(char)
TENON_HALO_COPIES(int)
TENON_HALO_COPIES(long)
TENON_HALO_COPIES(long long)
TENON_HALO_COPIES(double)
TENON_HALO_COPIES(GlobalIndex)
TENON_HALO_ADDS(char)
TENON_HALO_ADDS(int)
TENON_HALO_ADDS(long)
TENON_HALO_ADDS(long long)
TENON_HALO_ADDS(double)

}  // namespace tenon::la
