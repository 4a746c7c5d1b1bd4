#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tenon/la/SaddleMatrix.hpp"
#include "tenon/system/ConstraintJacobian.hpp"
#include "tenon/system/LinearSystem.hpp"
#include "tenon/system/SchurComplement.hpp"
#include "tenon/system/VectorParts.hpp"
#include "tenon/system/extract.hpp"

namespace tenon::system {

/// An object of the system and its unknowns, or a constraint and its rows. A rank's are contiguous.
struct Described {
  std::string name;
  LocalIndex first, count;  ///< on this rank
  PetscInt total;           ///< over all ranks
  bool active = true;       ///< of constraints
};

/// How well the motion and the multipliers of one constraint obey it. Where it has a bound, neither rows that
/// are open nor slips of friction violate anything.
struct Feasibility {
  std::string constraint;
  double violation;        ///< largest |Phi + C lambda|, of a bound on its wrong side only
  double complementarity;  ///< largest |lambda (Phi + C lambda)|
  double excess = 0.0;     ///< distance of lambda from what it may be: project()
};

/// One step's system as a whole, to look at, to take apart and to multiply with:
///
///   Z x = d,   Z = [A  G^T]   x = [ q]   d = [ f]      A = m M + b B + k K,  b = r s Phi
///                  [G  -C ],      [-l],      [-b],
///
/// q the motion, l the multipliers in units of G's rows: lambda = s l, s the scale and r the relaxation of a
/// constraint. These are the signs of Project Chrono's ChSystemDescriptor, H = A, Cq = G, E = -C. A rank's entries of x
/// are its unknowns, object after object, then its multipliers, constraint after constraint. Rows of constraints that
/// are switched off, and those that `on_held` drops, keep their places: they are empty. assembledActive() leaves them
/// out, with offsets that close up as Chrono's do, and others than those of a RowKind.
class Descriptor {
 public:
  /// Collective. Over a linear system of any kind; both have to outlive this. assemble() makes the numbers.
  Descriptor(MechanicalSystem& mechanics, LinearSystem& system);

  /// Collective. A with these factors, G, C at the present motion, and with the constraints that are active now.
  void assemble(const Factors& factors);
  const Factors& factors() const { return system_.factors(); }

  /// The objects with unknowns, and the constraints, switched off or not. Collective.
  std::vector<Described> variables() const;
  std::vector<Described> constraints() const;
  /// Constraints that are switched on, without rows that are dropped, and their places when the others are left out.
  std::vector<Described> activeConstraints(RowKind kind = RowKind::active) const;
  /// Names of what adds to A: forces and masses. extract.hpp gives the matrix of each.
  std::vector<std::string> blocks() const;

  /// Unknowns and rows over all ranks; the active ones: not held by a condition; of constraints that are switched on,
  /// and not dropped. Collective.
  PetscInt numVariables() const;
  PetscInt numActiveVariables() const;
  PetscInt numConstraints() const;
  PetscInt numActiveConstraints(RowKind kind = RowKind::active) const;

  /// Switches the constraint (or all constraints) of this name on or off, for the next assemble(). The same on all
  /// ranks. InputError with "did you mean", or where a constraint is switched on that refuses held slaves. Collective.
  void setActive(const std::string& constraint, bool active);

  Mat A() const { return system_.get(); }
  Mat G() const { return jacobian().free(); }
  Mat transpose() const { return transpose_.get(); }
  /// -C, stored where it is zero, too.
  Mat E() const { return saddle().lowerRight(); }
  /// Z as a MatNest: products with it assemble nothing, and A may be without entries. Index sets name its parts.
  const la::SaddleMatrix& whole() const { return saddle(); }
  /// Collective. Z as one AIJ. InputError where A has no entries.
  la::Matrix assembled() const;
  /// Collective. The same without the rows and columns of constraints that are switched off and rows that are dropped;
  /// and which entries of x, and of l, are left, those of each rank in ascending order (for VecGetSubVector).
  la::Matrix assembledActive(RowKind kind = RowKind::active) const;
  la::IndexSet activeEntries(RowKind kind = RowKind::active) const;
  la::IndexSet activeMultipliers(RowKind kind = RowKind::active) const;

  /// Collective. New vectors: forces f without what conditions take out, b, d, and the diagonal of Z.
  la::Vector f() const { return system_.residual(); }
  la::Vector b() const;
  la::Vector d() const;
  la::Vector diagonal() const;

  /// Which entries belong to whom: of q, of l, of x.
  const VectorParts& unknowns() const { return unknowns_; }
  const VectorParts& multipliers() const { return multipliers_; }
  const VectorParts& all() const { return all_; }
  /// Collective. q from the objects' displacements, and the objects moved to q, ghosts included.
  la::Vector displacement() const;
  void move(Vec q);
  /// Collective. x of displacements and physical multipliers lambda by constraint, and back.
  la::Vector join(Vec q, gsl::span<const Part> lambda) const;
  std::vector<Part> split(Vec x, Vec q) const;

  /// Collective. The nearest physical multipliers that may be: those of a bound have its sign, and with dry friction
  ///   lambda_n >= 0,  |lambda_t| <= mu lambda_n + a A,  or each direction of a pyramid by itself
  /// with the area A of the block; those of constraints that are switched off are 0.
  std::vector<Part> project(gsl::span<const Part> lambda) const;
  /// Collective. The same of those in x, in place.
  void projectUnknowns(Vec x) const;

  /// Collective. N = G A^-1 G^T + C; see SchurComplement. Lives no longer than the next assemble().
  SchurComplement schurComplement(const std::string& prefix = "schur_") const;

  /// Collective. Of every constraint, at the present motion and these physical multipliers; 0 where switched off.
  std::vector<Feasibility> feasibility(gsl::span<const Part> lambda) const;

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

/// Collective. A matrix rebuilt from its products with unit vectors, entries that are not zero: for comparing what is
/// multiplied with what was assembled. InputError beyond 20,000 rows.
la::Matrix rebuiltFromProducts(Mat matrix);

}  // namespace tenon::system
