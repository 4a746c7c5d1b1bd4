// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/la/layout/CombinedLayout.hpp"
#include "tenon/system/MechanicalSystem.hpp"
#include "tenon/system/forms/Factors.hpp"

// Functions that return individual matrices and vectors of a mechanical system in its current
// configuration, for inspection, for other programs and for tests. Rows and columns of degrees of
// freedom are numbered as in la::CombinedLayout, and rows of constraints as in ConstraintJacobian.
//
//   const la::Matrix K = system::stiffnessOf(mechanics, {"elastic on block"});
//   MatView(K.get(), PETSC_VIEWER_STDOUT_WORLD);
//
// All functions that return a matrix or vector are collective and create a new object on each call.
// They throw an InputError if the contributor does not exist or has no such matrix or vector. For
// example, a mass has no K, and a constraint has only G, C and lambda.
namespace tenon::system {

/// Selection of constraint rows.
enum class RowKind {
  all,        ///< all rows, including empty ones
  active,     ///< rows of active constraints, excluding dropped rows
  bilateral,  ///< active rows of constraints without a bound (equality constraints)
  unilateral  ///< active rows of constraints with a bound, including friction rows of contacts
};

/// Selection of the matrix to be extracted.
struct Selection {
  std::string contributor = {};  ///< name of a force, mass or constraint; empty for the whole system
  /// True if the rows and columns of constrained degrees of freedom are eliminated; false for the
  /// matrix as assembled from the contributors.
  bool projected = false;
  RowKind rows = RowKind::all;  ///< selected constraint rows
};

/// Returns the names of all forces, masses and constraints in the order of the system, without
/// duplicates.
std::vector<std::string> contributorNames(const MechanicalSystem& mechanics);
/// Checks that a contributor with the given name exists.
/// @throws InputError if there is no such contributor; the message suggests similar names
void requireContributor(const MechanicalSystem& mechanics, const std::string& name);
/// Checks that a matrix or vector can be extracted.
/// @param mechanics    system from which the matrix or vector is extracted
/// @param contributor  name of a contributor; empty for the whole system
/// @param what  symbol of the matrix or vector: K, B, M, A, f, b, x, G, C or lambda, or an item of
///   a Descriptor: H, Cq, E, bi, d, Z, Zproducts, N or W
/// @throws InputError if `what` cannot be extracted from the contributor or the whole system
/// @note Not collective.
void requireExtractable(const MechanicalSystem& mechanics, const std::string& contributor, const std::string& what);

/// Returns A = m M + b B + k K with the given contents, which may select a single contributor.
la::Matrix matrixOf(const MechanicalSystem& mechanics, const Factors& factors, const MatrixContents& contents = {});
/// Returns the stiffness matrix K = df/dx. Its sign is that of the force; for example, the
/// stiffness matrix of a spring is negative semidefinite.
la::Matrix stiffnessOf(const MechanicalSystem& mechanics, const Selection& of = {});
/// Returns the damping matrix B = df/dv, including Rayleigh damping.
la::Matrix dampingOf(const MechanicalSystem& mechanics, const Selection& of = {});
/// Returns the mass matrix M.
la::Matrix massOf(const MechanicalSystem& mechanics, const Selection& of = {});

/// Returns the force vector f(x, v) of one or all contributors. The projected vector is zero at
/// constrained degrees of freedom.
la::Vector forceOf(const MechanicalSystem& mechanics, const Selection& of = {});
/// Returns the displacements u of all degrees of freedom.
la::Vector displacementOf(const MechanicalSystem& mechanics);
/// Returns the velocities v of all degrees of freedom.
la::Vector velocityOf(const MechanicalSystem& mechanics);
/// Returns the accelerations a of all degrees of freedom.
la::Vector accelerationOf(const MechanicalSystem& mechanics);
/// Returns the right-hand side b = f + A x of the equilibrium equations A x = b + G^T lambda, with
/// A = -K and the displacement x. The forces f are linearised about the current configuration. If
/// `contents.projective_conditions` is true, the rows of constrained degrees of freedom read d x =
/// d h with the diagonal entry d and the prescribed values h, and b contains the contributions of
/// the eliminated columns.
la::Vector rightHandSideOf(const MechanicalSystem& mechanics, const MatrixContents& contents = {});
/// Returns the right-hand side b = f - M a + A a of the equations A a = b + G^T lambda of a time
/// step, with A for the given factors and the current acceleration a. The term M a is omitted if
/// `contents` selects a single contributor.
la::Vector rightHandSideOfStep(const MechanicalSystem& mechanics, const Factors& factors,
                               const MatrixContents& contents = {});

/// Returns the constraint Jacobian G = dPhi/dq of one or all constraints, excluding the scales of
/// the rows. The columns of constrained degrees of freedom are empty in the projected matrix.
la::Matrix jacobianOf(const MechanicalSystem& mechanics, const Selection& of = {});
/// Returns the diagonal compliance matrix C, excluding the scales of the rows. If no constraint has
/// compliance, the result is a matrix of zeros.
la::Matrix complianceOf(const MechanicalSystem& mechanics, const Selection& of = {});
/// Returns multipliers as a vector over the selected rows of G.
/// @param mechanics  system that contains the constraints
/// @param lambda     multipliers of this rank's rows of each constraint
/// @param of         selected constraint and rows
la::Vector multipliersOf(const MechanicalSystem& mechanics, const std::vector<std::vector<double>>& lambda,
                         const Selection& of = {});

/// Returns the range of the degrees of freedom of each object on this rank. @note Not collective.
std::vector<la::NamedRows> unknownsOf(const MechanicalSystem& mechanics);
/// Returns the range of the selected rows of each constraint on this rank. @note Not collective.
std::vector<la::NamedRows> multiplierRowsOf(const MechanicalSystem& mechanics, const Selection& of = {});
/// Returns the indices of the selected rows among the rows of all constraints on this rank, in
/// ascending order.
/// @note Not collective.
std::vector<LocalIndex> selectedRows(const MechanicalSystem& mechanics, const Selection& of);

}  // namespace tenon::system
