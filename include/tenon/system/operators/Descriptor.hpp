// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gsl/span>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tenon/la/layout/CombinedLayout.hpp"
#include "tenon/la/matrices/SaddleMatrix.hpp"
#include "tenon/system/forms/LinearSystem.hpp"
#include "tenon/system/forms/extract.hpp"
#include "tenon/system/operators/ConstraintJacobian.hpp"
#include "tenon/system/operators/SchurComplement.hpp"

namespace tenon::system {

/// Values of one object, [numOwned x block], or of one constraint, [numRows], on this rank.
struct VectorPart {
  std::string name;            ///< name of the object or constraint
  std::vector<double> values;  ///< values on this rank
};

/// Positions of objects or constraints in a vector of the system. gather() and scatter() check all
/// sizes and the order of the names. If a size or a name differs from the expected value on any
/// rank, these functions throw an InputError whose message contains both values.
class VectorParts {
 public:
  /// Stores the positions.
  /// @param comm  communicator of the system
  /// @param what  name of the entries in messages, such as "unknowns"
  /// @param rows  contiguous scalar rows of each object or constraint on this rank; the names must
  ///   be the same on all ranks
  VectorParts(const base::Communicator& comm, std::string what, std::vector<la::NamedRows> rows);

  /// Returns the rows of each object or constraint on this rank.
  const std::vector<la::NamedRows>& rows() const { return rows_; }
  /// Returns the number of entries on this rank.
  base::LocalIndex size() const { return rows_.empty() ? 0 : rows_.back().first + rows_.back().count; }

  /// Copies the values of all objects or constraints, in the order of rows(), to the vector.
  /// @note Collective.
  void gather(gsl::span<const VectorPart> parts, Vec vector) const;
  /// Returns the values of the vector, separated by object or constraint. @note Collective.
  std::vector<VectorPart> scatter(Vec vector) const;
  /// Copies the values of the vector to existing parts. @note Collective.
  void scatter(Vec vector, gsl::span<VectorPart> parts) const;
  /// Checks the size of a vector.
  /// @throws InputError if the local size is wrong on any rank
  /// @note Collective.
  void requireSize(Vec vector) const;

 private:
  void requireFit(gsl::span<const VectorPart> parts, Vec vector) const;
  void checkSize(Vec vector) const;

  base::Communicator comm_;
  std::string what_;
  std::vector<la::NamedRows> rows_;
};

/// Range of the degrees of freedom of an object or of the rows of a constraint. The range is
/// contiguous on each rank.
struct DescriptorEntry {
  std::string name;    ///< name of the object or constraint
  LocalIndex first,    ///< index of the first entry on this rank
      count;           ///< number of entries on this rank
  PetscInt total;      ///< number of entries over all ranks
  bool active = true;  ///< false if the constraint is switched off
};

/// Feasibility errors of displacements and multipliers with respect to one constraint. Open rows of
/// unilateral constraints and slip of frictional contacts do not count as errors.
struct Feasibility {
  std::string constraint;  ///< name of the constraint
  /// Largest |Phi + C lambda|. If the constraint has a bound, only rows that violate the bound are
  /// included.
  double violation;
  double complementarity;  ///< largest |lambda (Phi + C lambda)|
  double excess = 0.0;     ///< largest distance of a multiplier from its projection, see project()
};

/// Complete saddle-point system of one step, for inspection, decomposition and products:
///
///   Z x = d,   Z = [A  G^T]   x = [ q]   d = [ f]      b = r s Phi
///                  [G  -C ],      [-l],      [-b],
///
/// Here A is the system matrix with the factors that are passed to assemble(), q are the
/// displacements, r is the relaxation factor and s the scale of a constraint. The multipliers l
/// belong to the scaled rows of G; the physical multipliers are lambda = s l. The signs are those
/// of Project Chrono's ChSystemDescriptor with H = A, Cq = G and E = -C.
///
/// The entries of x on a rank are its degrees of freedom, object by object, followed by its
/// multipliers, constraint by constraint. Rows of constraints that are switched off and rows that
/// are dropped by `on_prescribed` keep their positions and are empty. assembledActive() omits these
/// rows. The rows of its result are contiguous, as in Chrono, and activeConstraints() returns their
/// offsets.
///
/// assemble() must be called before the functions that return or use A, G, C or Z.
class Descriptor {
 public:
  /// Creates a descriptor for a linear system of any kind. Both arguments must outlive it. The
  /// values are computed by assemble().
  /// @throws InternalError if the linear system belongs to a different mechanical system
  /// @note Collective.
  Descriptor(MechanicalSystem& mechanics, LinearSystem& system);

  /// Assembles A with the given factors, and G and C of the active constraints, in the current
  /// configuration. @note Collective.
  void assemble(const Factors& factors);
  /// Returns the factors of the last assemble().
  const Factors& factors() const { return system_.factors(); }

  /// Returns the range of the degrees of freedom of each object. @note Collective.
  std::vector<DescriptorEntry> variables() const;
  /// Returns the range of the rows of each constraint, including constraints that are switched off.
  /// @note Collective.
  std::vector<DescriptorEntry> constraints() const;
  /// Returns the range of the rows of each constraint that is switched on, excluding dropped rows.
  /// The positions refer to assembledActive(), which omits all other rows. @note Collective.
  std::vector<DescriptorEntry> activeConstraints(RowKind kind = RowKind::active) const;
  /// Returns the names of the forces and masses that contribute to A. The functions of extract.hpp
  /// return their individual matrices.
  std::vector<std::string> blocks() const;

  /// Returns the number of degrees of freedom over all ranks. @note Collective.
  PetscInt numVariables() const;
  /// Returns the number of unconstrained degrees of freedom over all ranks. Each constrained degree
  /// of freedom or oblique direction reduces this number by one. @note Collective.
  PetscInt numActiveVariables() const;
  /// Returns the number of constraint rows over all ranks. @note Collective.
  PetscInt numConstraints() const;
  /// Returns the number of rows, over all ranks, that belong to constraints that are switched on.
  /// Dropped rows are not counted.
  /// @note Collective.
  PetscInt numActiveConstraints(RowKind kind = RowKind::active) const;

  /// Switches all constraints with the given name on or off. The change takes effect in the next
  /// assemble(). The arguments must be the same on all ranks.
  /// @throws InputError if the name is unknown (the message suggests similar names), or if a
  ///   constraint with `on_prescribed: refuse` is switched on although one of its slaves has a
  ///   Dirichlet condition
  /// @note Collective.
  void setActive(const std::string& constraint, bool active);

  /// Returns the system matrix A.
  Mat A() const { return system_.get(); }
  /// Returns the projected constraint Jacobian; see ConstraintJacobian::free().
  Mat G() const { return jacobian().free(); }
  /// Returns the transpose of G().
  Mat transpose() const { return transpose_.get(); }
  /// Returns the lower right block E = -C. If C is zero, E is a matrix of zeros.
  Mat E() const { return saddle().lowerRight(); }
  /// Returns the saddle-point matrix Z as a MatNest, with index sets for the positions of its
  /// blocks. The block A may be matrix-free.
  const la::SaddleMatrix& whole() const { return saddle(); }
  /// Returns the saddle-point matrix Z as one AIJ matrix.
  /// @throws InputError if A is matrix-free
  /// @note Collective.
  la::Matrix assembled() const;
  /// Returns the saddle-point matrix Z, restricted to A and the selected constraint rows, as one
  /// AIJ matrix.
  /// @throws InputError if A is matrix-free
  /// @note Collective.
  la::Matrix assembledActive(RowKind kind = RowKind::active) const;
  /// Returns the indices of the entries of x that assembledActive() contains, in ascending order on
  /// each rank, for use with VecGetSubVector(). @note Collective.
  la::IndexSet activeEntries(RowKind kind = RowKind::active) const;
  /// Returns the indices of the entries of l that assembledActive() contains, in ascending order on
  /// each rank, for use with VecGetSubVector(). @note Collective.
  la::IndexSet activeMultipliers(RowKind kind = RowKind::active) const;

  /// Returns the forces f as a new vector, excluding components in the directions of Dirichlet
  /// conditions; see LinearSystem::residual().
  /// @note Collective.
  la::Vector f() const { return system_.residual(); }
  /// Returns the right-hand side b = r s Phi of the constraints as a new vector. @note Collective.
  la::Vector b() const;
  /// Returns the complete right-hand side d as a new vector. @note Collective.
  la::Vector d() const;
  /// Returns the diagonal of Z as a new vector. @note Collective.
  la::Vector diagonal() const;

  /// Returns the positions in q of the degrees of freedom of each object.
  const VectorParts& unknowns() const { return unknowns_; }
  /// Returns the positions in l of the multipliers of each constraint.
  const VectorParts& multipliers() const { return multipliers_; }
  /// Returns the positions in x of the unknowns of each object and constraint.
  const VectorParts& all() const { return all_; }
  /// Returns the displacements q of the objects. @note Collective.
  la::Vector displacement() const;
  /// Sets the displacements of the objects to q, including ghosts.
  /// @throws InputError if q has the wrong size
  /// @note Collective.
  void setDisplacement(Vec q);
  /// Returns the vector x for the given displacements q and physical multipliers lambda of each
  /// constraint.
  /// @throws InputError if q or lambda do not fit the system, see VectorParts
  /// @note Collective.
  la::Vector join(Vec q, gsl::span<const VectorPart> lambda) const;
  /// Copies the displacements in x to q and returns the physical multipliers of each constraint.
  /// @throws InputError if x or q has the wrong size
  /// @note Collective.
  std::vector<VectorPart> split(Vec x, Vec q) const;

  /// Returns the admissible physical multipliers that are closest to lambda. Multipliers of
  /// constraints with a bound have the sign that the bound requires. Multipliers of contacts with
  /// dry friction satisfy
  ///
  ///   lambda_n >= 0,  |lambda_t| <= mu lambda_n + cohesion * area
  ///
  /// with the coefficient of friction mu; see constraint::DryFriction for cohesion and area.
  /// A friction pyramid limits each component of lambda_t separately. Multipliers of constraints
  /// that are switched off are 0.
  /// @throws InputError if lambda does not fit the system, see VectorParts
  /// @note Collective.
  std::vector<VectorPart> project(gsl::span<const VectorPart> lambda) const;
  /// Replaces the multipliers in x by the closest admissible multipliers, see project().
  /// @note Collective.
  void projectUnknowns(Vec x) const;

  /// Returns the Schur complement N = G A^-1 G^T + C, which is valid until the next assemble().
  /// @param prefix  prefix of the PETSc options of the inverse of A
  /// @throws InputError or NotConvergedError if A cannot be inverted, see Inverse
  /// @note Collective.
  SchurComplement schurComplement(const std::string& prefix = "schur_") const;

  /// Returns the feasibility errors of each constraint in the current configuration, for the given
  /// physical multipliers. The errors are 0 for constraints that are switched off.
  /// @throws InputError if lambda does not fit the system, see VectorParts
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

/// Returns an AIJ matrix that contains the nonzero entries of the given matrix. The entries are
/// computed from products with unit vectors. Used to compare matrix-free and assembled matrices.
/// @throws InputError if the matrix has more than 20,000 columns
/// @note Collective.
la::Matrix rebuiltFromProducts(Mat matrix);

}  // namespace tenon::system
