// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/la/matrices/ConstraintMatrix.hpp"
#include "tenon/system/MechanicalSystem.hpp"
#include "tenon/system/forms/Factors.hpp"

// Individual matrices and vectors of a mechanical system in its current configuration: for
// inspection, for other programs, and for tests. Rows and columns are those of la::CombinedLayout,
// multipliers those of ConstraintJacobian.
//
//   const la::Matrix K = system::stiffnessOf(mechanics, {"elastic on block"});
//   MatView(K.get(), PETSC_VIEWER_STDOUT_WORLD);
//
// All functions that return a matrix or vector are collective and create a new object at each call.
// They throw an InputError if the contributor does not exist, or if it has no such matrix: a mass
// has no K, a constraint has only G and C.
namespace tenon::system {

/// Selection of constraint rows.
enum class RowKind {
  all,        ///< All rows, including empty ones.
  active,     ///< Rows of constraints that are switched on, without dropped rows.
  bilateral,  ///< Active rows without a bound (equality constraints).
  unilateral  ///< Active rows with a bound and, for contacts, their friction rows.
};

/// Selection of the matrix to be extracted.
struct Selection {
  std::string contributor = {};  ///< Name of a force, mass or constraint; empty: the whole system.
  /// True if Dirichlet conditions are applied, with rows and columns of constrained degrees of
  /// freedom removed; false for the matrix as written by the contributors.
  bool projected = false;
  RowKind rows = RowKind::all;  ///< Selected constraint rows.
};

/// Returns the names of all forces, masses and constraints in the order of the system, each once.
std::vector<std::string> contributorNames(const MechanicalSystem& mechanics);
/// Checks that a name is that of a contributor.
/// @throws InputError if it is not; the message suggests similar names
void requireContributor(const MechanicalSystem& mechanics, const std::string& name);
/// Checks that a matrix or vector can be extracted.
/// @param mechanics    system from which the matrix or vector is extracted
/// @param contributor  name of a contributor; empty: the whole system
/// @param what  K, B, M, A, f, b, x, G, C, lambda, or an item of a Descriptor: H, Cq, E, bi, d, Z,
///   Zproducts, N, W
/// @throws InputError if `what` cannot be extracted from the contributor or the whole system
/// @note Not collective.
void requireExtractable(const MechanicalSystem& mechanics, const std::string& contributor, const std::string& what);

/// Returns A = m M + b B + k K with the parts `what` of the mechanics, which may name a
/// contributor.
la::Matrix matrixOf(const MechanicalSystem& mechanics, const Factors& factors, const MatrixContents& contents = {});
/// Returns the stiffness matrix K = df/dx with its natural sign: negative definite for a spring.
la::Matrix stiffnessOf(const MechanicalSystem& mechanics, const Selection& of = {});
/// Returns the damping matrix B = df/dv, Rayleigh damping included.
la::Matrix dampingOf(const MechanicalSystem& mechanics, const Selection& of = {});
/// Returns the mass matrix M.
la::Matrix massOf(const MechanicalSystem& mechanics, const Selection& of = {});

/// Returns the force vector f(x, v) of all contributors or of one. Projected: zero at constrained
/// degrees of freedom.
la::Vector forceOf(const MechanicalSystem& mechanics, const Selection& of = {});
/// Returns the displacements u of all degrees of freedom.
la::Vector displacementOf(const MechanicalSystem& mechanics);
/// Returns the velocities v of all degrees of freedom.
la::Vector velocityOf(const MechanicalSystem& mechanics);
/// Returns the accelerations a of all degrees of freedom.
la::Vector accelerationOf(const MechanicalSystem& mechanics);
/// Returns the right-hand side b of the equilibrium A x = b + G^T lambda, with A = -K, the
/// displacement x and forces linearised about the current configuration: b = f + A x. Projected:
/// rows of constrained degrees of freedom read d x = d h, and b contains the columns removed from
/// A.
la::Vector rightHandSideOf(const MechanicalSystem& mechanics, const MatrixContents& contents = {});
/// Returns the right-hand side b of a time step, A a = b + G^T lambda, with A of these factors and
/// the acceleration a: b = f - M a + A a.
la::Vector rightHandSideOfStep(const MechanicalSystem& mechanics, const Factors& factors,
                               const MatrixContents& contents = {});

/// Returns the constraint Jacobian G = dPhi/dq of all constraints or of one. Projected: without the
/// columns of constrained degrees of freedom.
la::Matrix jacobianOf(const MechanicalSystem& mechanics, const Selection& of = {});
/// Returns the diagonal compliance matrix C, which is stored even if it is zero.
la::Matrix complianceOf(const MechanicalSystem& mechanics, const Selection& of = {});
/// Returns multipliers as a vector over the rows of G.
/// @param mechanics  system that contains the constraints
/// @param lambda     multipliers of this rank's rows, by constraint
/// @param of         constraint and rows that are selected
la::Vector multipliersOf(const MechanicalSystem& mechanics, const std::vector<std::vector<double>>& lambda,
                         const Selection& of = {});

/// Returns the degrees of freedom of each object on this rank. @note Not collective.
std::vector<la::NamedRows> unknownsOf(const MechanicalSystem& mechanics);
/// Returns the rows of each constraint on this rank. @note Not collective.
std::vector<la::NamedRows> multiplierRowsOf(const MechanicalSystem& mechanics, const Selection& of = {});
/// Returns the selected rows among the rows of all constraints on this rank, in ascending order.
/// @note Not collective.
std::vector<LocalIndex> selectedRows(const MechanicalSystem& mechanics, const Selection& of);

}  // namespace tenon::system
