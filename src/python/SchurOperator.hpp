// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "Session.hpp"
#include "tenon/la/handles.hpp"
#include "tenon/system/operators/SchurComplement.hpp"

namespace tenon::python {

/// Schur complement N = G A^-1 G^T + C of the linear system that the solver of a simulation uses,
/// as a matrix for PETSc that multiplies without being stored. Its products always refer to the
/// current A and G: A is refactorised if A or G has changed since the last product. After the
/// simulation has been closed, the operator continues to use the last A and G.
class SchurOperator {
 public:
  /// Returns the operator as a MATSHELL, which owns all data that it needs.
  /// @throws InputError if there are no constraints, or if A is not assembled or singular
  /// @throws NotConvergedError if A cannot be factorised
  /// @note Collective.
  static la::Matrix create(const std::shared_ptr<Session>& session);

  /// Computes y = N l.
  /// @throws the same exceptions as create()
  /// @note Collective.
  void multiply(Vec l, Vec y);
  /// Updates the factors of A if A or G has changed. @throws the same exceptions as create()
  /// @note Collective.
  void update();

 private:
  explicit SchurOperator(const std::shared_ptr<Session>& session) : session_(session) {}
  void useCurrentMatrices(simulation::Simulation& simulation);

  std::weak_ptr<Session> session_;
  std::vector<la::NamedRows> objects_;
  MatNullSpace modes_ = nullptr;  // owned by A
  la::Matrix A_, G_;
  la::Vector compliance_;
  PetscObjectState state_of_A_ = -1, state_of_G_ = -1;  // for which the complement was computed
  std::unique_ptr<system::SchurComplement> complement_;
};

}  // namespace tenon::python
