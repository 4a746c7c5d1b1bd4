// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tenon/la/matrices/SaddleMatrix.hpp"
#include "tenon/system/forms/LinearSystem.hpp"
#include "tenon/system/forms/extract.hpp"
#include "tenon/system/operators/ConstraintJacobian.hpp"
#include "tenon/system/operators/SchurComplement.hpp"
#include "tenon/system/operators/VectorParts.hpp"

namespace tenon::system {

/// Object of the system with its degrees of freedom, or constraint with its rows. The entries of a
/// rank are contiguous.
struct DescriptorEntry {
  std::string name;    ///< Name of the object or constraint.
  LocalIndex first,    ///< First entry on this rank.
      count;           ///< Number of entries on this rank.
  PetscInt total;      ///< Number of entries over all ranks.
  bool active = true;  ///< False for a constraint that is switched off.
};

/// Errors of the displacements and multipliers of one constraint. For a unilateral constraint,
/// neither open rows nor slip of frictional contacts count as errors.
struct Feasibility {
  std::string constraint;  ///< Name of the constraint.
  /// Largest |Phi + C lambda|; for a bound, on its inadmissible side only.
  double violation;
  double complementarity;  ///< Largest |lambda (Phi + C lambda)|.
  double excess = 0.0;     ///< Distance of lambda from the admissible set of project().
};

/// Saddle-point system of one step as a whole, for inspection, decomposition and products:
///
///   Z x = d,   Z = [A  G^T]   x = [ q]   d = [ f]      A = m M + b B + k K,  b = r s Phi
///                  [G  -C ],      [-l],      [-b],
///
/// Here q are the displacements and l the multipliers in units of the rows of G: lambda = s l with
/// the scale s and the relaxation r of a constraint. The signs are those of Project Chrono's
/// ChSystemDescriptor with H = A, Cq = G, E = -C.
///
/// The entries of x on a rank are its degrees of freedom, object by object, followed by its
/// multipliers, constraint by constraint. Rows of constraints that are switched off, and rows
/// dropped by `on_prescribed`, keep their positions and are empty. assembledActive() omits them;
/// its offsets are then contiguous, as in Chrono, and differ from those of a RowKind.
class Descriptor {
 public:
  /// Creates a descriptor of a linear system of any kind. Both arguments must outlive it.
  /// assemble() computes the values.
  /// @note Collective.
  Descriptor(MechanicalSystem& mechanics, LinearSystem& system);

  /// Assembles A with these factors, and G and C in the current configuration with the constraints
  /// that are active now. @note Collective.
  void assemble(const Factors& factors);
  /// Returns the factors of the last assemble().
  const Factors& factors() const { return system_.factors(); }

  /// Returns the objects with degrees of freedom. @note Collective.
  std::vector<DescriptorEntry> variables() const;
  /// Returns the constraints, switched on or off. @note Collective.
  std::vector<DescriptorEntry> constraints() const;
  /// Returns the constraints that are switched on, without dropped rows. Their positions are those
  /// in assembledActive(), where all other rows are omitted.
  std::vector<DescriptorEntry> activeConstraints(RowKind kind = RowKind::active) const;
  /// Returns the names of the contributors of A: forces and masses. extract.hpp returns the matrix
  /// of each.
  std::vector<std::string> blocks() const;

  /// Returns the number of degrees of freedom over all ranks. @note Collective.
  PetscInt numVariables() const;
  /// Returns the number of degrees of freedom without Dirichlet conditions. @note Collective.
  PetscInt numActiveVariables() const;
  /// Returns the number of constraint rows over all ranks. @note Collective.
  PetscInt numConstraints() const;
  /// Returns the number of rows of constraints that are switched on, without dropped rows.
  /// @note Collective.
  PetscInt numActiveConstraints(RowKind kind = RowKind::active) const;

  /// Switches the constraint (or all constraints) of this name on or off, for the next assemble().
  /// The arguments must be the same on all ranks.
  /// @throws InputError if the name is unknown (the message suggests similar names), or if a
  ///   constraint that rejects constrained slave nodes is switched on
  /// @note Collective.
  void setActive(const std::string& constraint, bool active);

  /// Returns the system matrix A.
  Mat A() const { return system_.get(); }
  /// Returns the constraint Jacobian without the directions of Dirichlet conditions.
  Mat G() const { return jacobian().free(); }
  /// Returns the transpose G^T of the constraint Jacobian.
  Mat transpose() const { return transpose_.get(); }
  /// Returns the lower right block -C, which is stored even if it is zero.
  Mat E() const { return saddle().lowerRight(); }
  /// Returns the saddle-point matrix Z as a MatNest: products with Z require no assembly, and A may
  /// be matrix-free. Index sets give the positions of the blocks.
  const la::SaddleMatrix& whole() const { return saddle(); }
  /// Returns the saddle-point matrix Z as one AIJ matrix.
  /// @throws InputError if A has no stored entries
  /// @note Collective.
  la::Matrix assembled() const;
  /// Returns the saddle-point matrix Z as one AIJ matrix, without rows and columns of constraints
  /// that are switched off and without dropped rows. @note Collective.
  la::Matrix assembledActive(RowKind kind = RowKind::active) const;
  /// Returns the entries of x that assembledActive() contains, in ascending order on each rank (for
  /// VecGetSubVector). @note Collective.
  la::IndexSet activeEntries(RowKind kind = RowKind::active) const;
  /// Returns the entries of l that assembledActive() contains, in ascending order on each rank (for
  /// VecGetSubVector). @note Collective.
  la::IndexSet activeMultipliers(RowKind kind = RowKind::active) const;

  /// Returns the forces f without their components in the directions of Dirichlet conditions, as a
  /// new vector.
  /// @note Collective.
  la::Vector f() const { return system_.residual(); }
  /// Returns the right-hand side b of the constraints as a new vector. @note Collective.
  la::Vector b() const;
  /// Returns the right-hand side d as a new vector. @note Collective.
  la::Vector d() const;
  /// Returns the diagonal of Z as a new vector. @note Collective.
  la::Vector diagonal() const;

  /// Returns the entries of q that belong to each object.
  const VectorParts& unknowns() const { return unknowns_; }
  /// Returns the entries of l that belong to each constraint.
  const VectorParts& multipliers() const { return multipliers_; }
  /// Returns the entries of x that belong to each object and constraint.
  const VectorParts& all() const { return all_; }
  /// Returns the displacements q of the objects. @note Collective.
  la::Vector displacement() const;
  /// Sets the displacements of the objects to q, including ghosts. @note Collective.
  void setDisplacement(Vec q);
  /// Returns x from the displacements and the physical multipliers lambda of each constraint.
  /// @note Collective.
  la::Vector join(Vec q, gsl::span<const VectorPart> lambda) const;
  /// Extracts the displacements q from x and returns the physical multipliers of each constraint.
  /// @note Collective.
  std::vector<VectorPart> split(Vec x, Vec q) const;

  /// Returns the closest admissible physical multipliers. Multipliers of a bound have its sign, and
  /// multipliers of contacts with dry friction satisfy
  ///
  ///   lambda_n >= 0,  |lambda_t| <= mu lambda_n + a A,  or each direction of a pyramid by itself
  ///
  /// with the area A of the block. Multipliers of constraints that are switched off are 0.
  /// @note Collective.
  std::vector<VectorPart> project(gsl::span<const VectorPart> lambda) const;
  /// Replaces the multipliers in x by the closest admissible ones, see project(). @note Collective.
  void projectUnknowns(Vec x) const;

  /// Returns N = G A^-1 G^T + C; see SchurComplement. Valid until the next assemble().
  /// @note Collective.
  SchurComplement schurComplement(const std::string& prefix = "schur_") const;

  /// Returns the errors of every constraint in the current configuration with these physical
  /// multipliers; 0 for constraints that are switched off.
  /// @note Collective.
  std::vector<Feasibility> feasibility(gsl::span<const VectorPart> lambda) const;

 private:
  const ConstraintJacobian& jacobian() const;
  const la::SaddleMatrix& saddle() const;

  MechanicalSystem& mechanics_;
  LinearSystem& system_;
  std::unique_ptr<ConstraintJacobian> jacobian_;
  la::Matrix transpose_;
  std::unique_ptr<la::SaddleMatrix> saddle_;
  la::NullSpace rigid_modes_;
  VectorParts unknowns_, multipliers_, all_;
};

/// Returns a matrix rebuilt from its products with unit vectors, nonzero entries only. For
/// comparisons of matrix-free and assembled matrices.
/// @throws InputError if the matrix has more than 20,000 rows
/// @note Collective.
la::Matrix rebuiltFromProducts(Mat matrix);

}  // namespace tenon::system
