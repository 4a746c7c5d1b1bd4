#include "tenon/la/Halo.hpp"

#include <petscsf.h>

#include <utility>

#include "tenon/base/collectively.hpp"

namespace tenon::la {
namespace {

// The MPI type of T that PetscSF has packing and adding code for, where it has one (it knows no MPI_CHAR to add, and
// only PETSc's own name of a 64-bit integer).
template <class T>
MPI_Datatype unitOf() {
  if constexpr (std::is_same_v<T, char>)
    return MPI_SIGNED_CHAR;
  else if constexpr (std::is_same_v<T, GlobalIndex> || (std::is_integral_v<T> && sizeof(T) == sizeof(PetscInt)))
    return MPIU_INT;
  else
    return base::mpiType<T>();
}

// `block` units side by side as one MPI type; freed at the end of the scope (PetscSF keeps its own duplicate).
class BlockType {
 public:
  BlockType(MPI_Datatype unit, int block) {
    TENON_MPI(MPI_Type_contiguous(block, unit, &type_));
    TENON_MPI(MPI_Type_commit(&type_));
  }
  ~BlockType() { MPI_Type_free(&type_); }
  BlockType(const BlockType&) = delete;
  BlockType& operator=(const BlockType&) = delete;
  MPI_Datatype get() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

PetscSF makeStarForest(const Layout& layout, gsl::span<const GlobalIndex> wanted) {
  std::vector<PetscSFNode> remote(wanted.size());
  base::collectively(layout.comm(), [&] {
    for (std::size_t i = 0; i < remote.size(); ++i) {
      const int owner = layout.ownerOf(wanted[i]);
      remote[i] = {owner, wanted[i].value() - layout.starts()[static_cast<std::size_t>(owner)]};
    }
  });
  PetscSF sf = nullptr;
  TENON_PETSC(PetscSFCreate(layout.comm().mpi(), &sf));
  TENON_PETSC(PetscSFSetGraph(sf, layout.numOwned(), static_cast<PetscInt>(remote.size()), nullptr, PETSC_OWN_POINTER,
                              remote.data(), PETSC_COPY_VALUES));
  TENON_PETSC(PetscSFSetUp(sf));
  return sf;
}

void reduce(PetscSF sf, MPI_Datatype type, const void* wanted, void* owned) {
  TENON_PETSC(PetscSFReduceBegin(sf, type, wanted, owned, MPI_SUM));
  TENON_PETSC(PetscSFReduceEnd(sf, type, wanted, owned, MPI_SUM));
}

// Types that PetscSF cannot add as blocks: one component at a time, which MPI_Reduce_local adds.
template <class T>
void reduceByComponent(PetscSF sf, gsl::span<const T> wanted, gsl::span<T> owned, int block) {
  const auto stride = static_cast<std::size_t>(block);
  std::vector<T> from(wanted.size() / stride), to(owned.size() / stride);
  for (std::size_t c = 0; c < stride; ++c) {
    for (std::size_t i = 0; i < from.size(); ++i) from[i] = wanted[i * stride + c];
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = owned[i * stride + c];
    reduce(sf, unitOf<T>(), from.data(), to.data());
    for (std::size_t i = 0; i < to.size(); ++i) owned[i * stride + c] = to[i];
  }
}

template <class T>
constexpr bool addsAsBlock() {
  return std::is_same_v<T, double> || std::is_same_v<T, int> || std::is_same_v<T, char> ||
         sizeof(T) == sizeof(PetscInt);
}

}  // namespace

Halo::Halo(const Layout& layout)
    : sf_(makeStarForest(layout, layout.ghosts())), num_owned_(layout.numOwned()), num_wanted_(layout.numGhosts()) {}

Halo::Halo(const Layout& layout, const std::vector<GlobalIndex>& wanted)
    : sf_(makeStarForest(layout, wanted)),
      num_owned_(layout.numOwned()),
      num_wanted_(base::toLocalIndex(static_cast<std::int64_t>(wanted.size()), "far nodes")) {}

Halo::~Halo() {
  if (sf_ != nullptr) PetscSFDestroy(&sf_);
}

Halo::Halo(Halo&& other) noexcept
    : sf_(std::exchange(other.sf_, nullptr)), num_owned_(other.num_owned_), num_wanted_(other.num_wanted_) {}

Halo& Halo::operator=(Halo&& other) noexcept {
  std::swap(sf_, other.sf_);
  num_owned_ = other.num_owned_;
  num_wanted_ = other.num_wanted_;
  return *this;
}

void Halo::checkSizes(std::size_t owned, std::size_t wanted, int block) const {
  const auto b = static_cast<std::size_t>(block);
  base::ensure(owned == b * static_cast<std::size_t>(num_owned_),
               "The owned array of a halo exchange has a wrong size.");
  base::ensure(wanted == b * static_cast<std::size_t>(num_wanted_),
               "The far array of a halo exchange has a wrong size.");
}

template <class T>
void Halo::forward(gsl::span<const T> owned, gsl::span<T> wanted, int block) const {
  checkSizes(owned.size(), wanted.size(), block);
  const BlockType type(unitOf<T>(), block);
  TENON_PETSC(PetscSFBcastBegin(sf_, type.get(), owned.data(), wanted.data(), MPI_REPLACE));
  TENON_PETSC(PetscSFBcastEnd(sf_, type.get(), owned.data(), wanted.data(), MPI_REPLACE));
}

template <class T>
void Halo::reverseAdd(gsl::span<const T> wanted, gsl::span<T> owned, int block) const {
  checkSizes(owned.size(), wanted.size(), block);
  if constexpr (addsAsBlock<T>()) {
    const BlockType type(unitOf<T>(), block);
    reduce(sf_, type.get(), wanted.data(), owned.data());
  } else {
    reduceByComponent(sf_, wanted, owned, block);
  }
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
