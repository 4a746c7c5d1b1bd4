#pragma once
#include <string>
#include <vector>

#include "tenon/la/ConstraintMatrix.hpp"
#include "tenon/system/Factors.hpp"
#include "tenon/system/MechanicalSystem.hpp"

// The matrices and vectors of a mechanical system at its present motion, one by one: for looking at them, for other
// programs, for tests. Rows and columns are those of la::CombinedLayout, multipliers those of ConstraintJacobian.
//
//   const la::Matrix K = system::stiffnessOf(mechanics, {"elastic on block"});
//   MatView(K.get(), PETSC_VIEWER_STDOUT_WORLD);
//
// All are collective, and new objects at each call. InputError for a contributor that does not exist, or that has no
// such matrix by its nature: a mass has no K, a constraint has only G and C.
namespace tenon::system {

/// Rows of constraints: all, empty ones too; active: of those that are switched on, without dropped rows; of these the
/// equations, or those with a bound and, of contacts, their friction.
enum class RowKind { all, active, bilateral, unilateral };

/// What is taken out.
struct Selection {
  std::string contributor = {};  ///< of this name only: a force, a mass, a constraint; empty: the whole system
  /// Projective conditions applied: rows and columns of held unknowns taken out; else as contributors write it.
  bool projected = false;
  RowKind rows = RowKind::all;
};

/// Names of all forces, masses and constraints, in the system's order, each once.
std::vector<std::string> contributorNames(const MechanicalSystem& mechanics);
/// InputError with "did you mean" for a name that is none of these.
void requireContributor(const MechanicalSystem& mechanics, const std::string& name);
/// InputError where `what` (K, B, M, A, f, b, x, G, C, lambda, or what a
/// Descriptor has: H, Cq, E, bi, d, Z, Zproducts, N, W) cannot be taken out of the contributor of this name, or,
/// empty, of the whole. Not collective.
void requireExtractable(const MechanicalSystem& mechanics, const std::string& contributor, const std::string& what);

/// A = m M + b B + k K of what a linear system holds, which may name a contributor.
la::Matrix matrixOf(const MechanicalSystem& mechanics, const Factors& factors, const What& what = {});
/// K = df/dx, its sign as it is: negative definite for a spring.
la::Matrix stiffnessOf(const MechanicalSystem& mechanics, const Selection& of = {});
/// B = df/dv, Rayleigh damping included.
la::Matrix dampingOf(const MechanicalSystem& mechanics, const Selection& of = {});
/// M.
la::Matrix massOf(const MechanicalSystem& mechanics, const Selection& of = {});

/// f(x, v), the force of all contributors or of one; projected: zero on held unknowns.
la::Vector forceOf(const MechanicalSystem& mechanics, const Selection& of = {});
/// u, the displacement, and its rates.
la::Vector displacementOf(const MechanicalSystem& mechanics);
la::Vector velocityOf(const MechanicalSystem& mechanics);
la::Vector accelerationOf(const MechanicalSystem& mechanics);
/// b of the equilibrium A x = b + G^T lambda, with A = -K and x the displacement, forces taken as linear around the
/// present motion: b = f + A x. Projected: rows of held unknowns read d x = d h, and the columns taken out of A act in
/// b.
la::Vector rightHandSideOf(const MechanicalSystem& mechanics, const What& what = {});
/// The same of a step of a motion in time, A a = b + G^T lambda with A of these factors and a the acceleration:
/// b = f - M a + A a.
la::Vector rightHandSideOfStep(const MechanicalSystem& mechanics, const Factors& factors, const What& what = {});

/// G = dPhi/dq, all constraints or one; projected: without the columns of held unknowns.
la::Matrix jacobianOf(const MechanicalSystem& mechanics, const Selection& of = {});
/// C, diagonal; stored where it is zero, too.
la::Matrix complianceOf(const MechanicalSystem& mechanics, const Selection& of = {});
/// `lambda`, by constraint this rank's rows, as a vector over the rows of G.
la::Vector multipliersOf(const MechanicalSystem& mechanics, const std::vector<std::vector<double>>& lambda,
                         const Selection& of = {});

/// The rows of each object on this rank, in unknowns, and of each constraint. Not collective.
std::vector<la::NamedRows> unknownsOf(const MechanicalSystem& mechanics);
std::vector<la::NamedRows> multiplierRowsOf(const MechanicalSystem& mechanics, const Selection& of = {});
/// Which of this rank's rows of all constraints, one after the other, are selected; ascending. Not collective.
std::vector<LocalIndex> selectedRows(const MechanicalSystem& mechanics, const Selection& of);

}  // namespace tenon::system
