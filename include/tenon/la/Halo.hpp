#pragma once
#include <gsl/span>
#include <map>
#include <vector>

#include "tenon/la/Layout.hpp"

typedef struct _p_PetscSF* PetscSF;

namespace tenon::la {

/// Exchange between owners and those who know a node of another rank (a star forest, PetscSF).
///   forward: owner -> ghost (copy)          reverse: ghost -> owner (add, in a fixed order)
/// Arrays of char, int, long, long long and double go both ways, GlobalIndex only forward.
class Halo {
 public:
  /// Collective. The ghosts of a layout.
  explicit Halo(const Layout& layout);
  /// Collective. Any nodes by their global numbers, repeated ones too, owned ones too: for constraints whose far nodes
  /// are no ghosts of the mesh.
  Halo(const Layout& layout, const std::vector<GlobalIndex>& wanted);
  ~Halo();
  Halo(Halo&&) noexcept;
  Halo& operator=(Halo&&) noexcept;

  /// Collective. `owned` holds [numOwned x block], `wanted` receives [number wanted x block].
  template <class T>
  void forward(gsl::span<const T> owned, gsl::span<T> wanted, int block) const;
  /// Collective. Adds `wanted` onto `owned`.
  template <class T>
  void reverseAdd(gsl::span<const T> wanted, gsl::span<T> owned, int block) const;

  /// Collective. For local arrays [numLocal x block]: owned part -> ghost part, and back by addition.
  template <class T>
  void updateGhosts(gsl::span<T> local, int block) const;
  template <class T>
  void addGhostsToOwners(gsl::span<T> local, int block) const;

  LocalIndex numOwned() const { return num_owned_; }
  LocalIndex numWanted() const { return num_wanted_; }

 private:
  void checkSizes(std::size_t owned, std::size_t wanted, int block) const;

  PetscSF starForest(int block) const;

  mutable std::map<int, PetscSF> star_forests_;  // by block size, made at first use
  LocalIndex num_owned_ = 0;
  LocalIndex num_wanted_ = 0;
};

}  // namespace tenon::la
