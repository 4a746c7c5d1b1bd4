// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gsl/span>
#include <map>
#include <vector>

#include "tenon/la/layout/Layout.hpp"

/// Handle of a PETSc star forest, declared without PETSc's headers.
typedef struct _p_PetscSF* PetscSF;

namespace tenon::la {

/// Exchange of values between the owners of nodes and the ranks that store copies of these nodes.
/// The communication uses PETSc's star forests (PetscSF).
///   forward: owner -> ghost (copy)          reverse: ghost -> owner (add, in a fixed order)
/// Arrays of char, int, long, long long and double can be exchanged in both directions; arrays of
/// GlobalIndex can be exchanged only in the forward direction.
class Halo {
 public:
  /// Creates the exchange for the ghosts of a layout. @note Collective.
  explicit Halo(const Layout& layout);
  /// Creates the exchange for arbitrary nodes, such as distant nodes of constraints that are not
  /// ghosts of the mesh.
  /// @param layout  owners of the nodes
  /// @param received  global numbers of the nodes; repeated and owned nodes are allowed
  /// @throws InternalError on all ranks if a number lies outside the layout
  /// @note Collective.
  Halo(const Layout& layout, const std::vector<GlobalIndex>& received);
  /// Destroys the star forests. @note Collective.
  ~Halo();
  /// Takes over the star forests of another object, which must not be used afterwards.
  Halo(Halo&&) noexcept;
  /// Takes over the star forests of another object, which must not be used afterwards.
  Halo& operator=(Halo&&) noexcept;

  /// Copies values from the owners to the receiving ranks.
  /// @param owned  [numOwned x block] values of owned nodes
  /// @param received  [numReceived x block] receives the values, in the order of the received nodes
  /// @param block  number of values per node
  /// @throws InternalError if an array has the wrong size
  /// @note Collective.
  template <class T>
  void forward(gsl::span<const T> owned, gsl::span<T> received, int block) const;
  /// Adds the values of received nodes to those of their owners, in a fixed order.
  /// @param received  [numReceived x block] values, in the order of the received nodes
  /// @param owned  [numOwned x block] values of owned nodes, to which the received values are added
  /// @param block  number of values per node
  /// @throws InternalError if an array has the wrong size
  /// @note Collective.
  template <class T>
  void reverseAdd(gsl::span<const T> received, gsl::span<T> owned, int block) const;

  /// Copies the owned part of a local array [numLocal x block] to the ghost parts of other ranks.
  /// @throws InternalError if the array has the wrong size
  /// @note Collective.
  template <class T>
  void updateGhosts(gsl::span<T> local, int block) const;
  /// Adds the ghost part of a local array [numLocal x block] to the owned parts of other ranks. The
  /// ghost part itself is not changed.
  /// @throws InternalError if the array has the wrong size
  /// @note Collective.
  template <class T>
  void addGhostsToOwners(gsl::span<T> local, int block) const;

  /// Number of owned nodes.
  LocalIndex numOwned() const { return num_owned_; }
  /// Number of nodes that this rank receives.
  LocalIndex numReceived() const { return num_received_; }

 private:
  void checkSizes(std::size_t owned, std::size_t received, int block) const;

  PetscSF starForest(int block) const;

  mutable std::map<int, PetscSF> star_forests_;  // by block size, created on first use
  LocalIndex num_owned_ = 0;
  LocalIndex num_received_ = 0;
};

}  // namespace tenon::la
