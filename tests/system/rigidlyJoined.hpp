// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "constraint/linear/DisplacementConstraint.hpp"
#include "constraint/linear/Rigid.hpp"
#include "la/dense.hpp"
#include "tenon/system/operators/Descriptor.hpp"
#include "twoBodies.hpp"

namespace tenon::testing {

/// Properties of the two bodies of rigidlyJoined().
struct JoinedOptions {
  bool clamped = true;    ///< true if a condition fixes the bottom of "lower"
  bool springs = true;    ///< true if springs connect the bodies
  bool stiff = true;      ///< true if the bodies are elastic; otherwise they have lumped masses only
  bool compliant = true;  ///< true if "pull" has a compliance and a scale
  int joints = 1;         ///< number of times that the sides are joined
  /// Prescribed z values of a side by "pull", "pull 2", ...
  std::vector<double> pulls{0.01};
  std::string pulled_body = "upper", pulled_group = "zmax";
};

/// Returns the bodies "lower" and "upper". Their facing sides move as one rigid group ("joint"),
/// and multipliers constrain the top of "upper".
inline std::unique_ptr<MechanicalSystem> rigidlyJoined(const base::Communicator& comm, int partition,
                                                       const JoinedOptions& options = {}) {
  std::vector<std::unique_ptr<Body>> bodies;
  bodies.push_back(elasticBox(comm, "lower", CellType::tet4, {2, 1, 1}, 0.0, partition));
  bodies.push_back(elasticBox(comm, "upper", CellType::hex8, {1, 2, 1}, 1.5, partition));
  for (const auto& body : bodies) {
    if (!options.stiff) body->forces.clear();
    body->masses.push_back(std::make_unique<mass::LumpedMass>(mass::Density{2.0, "", 1}, body->domain()));
  }
  if (options.clamped)
    bodies[0]->conditions.push_back(
        std::make_unique<constraint::Fixed>(constraint::Fixed::Data{"zmin", {}}, bodies[0]->domain()));
  const fem::FindDomain find = [&bodies](const std::string& name) -> const fem::Domain& {
    return bodies[name == "lower" ? 0 : 1]->domain();
  };
  std::vector<std::unique_ptr<force::ForceField>> interactions;
  if (options.springs) {
    force::Springs::Data springs;
    springs.first = {"lower", "zmax"};
    springs.second = {"upper", "zmin"};
    springs.stiffness = 300.0;
    interactions.push_back(std::make_unique<force::Springs>(springs, find));
  }
  std::vector<std::unique_ptr<constraint::Constraint>> constraints;
  for (int j = 0; j < options.joints; ++j) {
    constraint::Rigid::Data joint;
    joint.name = j == 0 ? "joint" : "joint " + std::to_string(j + 1);
    joint.parts = {{"lower", "zmax"}, {"upper", "zmin"}};
    constraints.push_back(std::make_unique<constraint::Rigid>(joint, find));
  }
  for (std::size_t p = 0; p < options.pulls.size(); ++p) {
    constraint::DisplacementConstraint::Data pull;
    pull.name = p == 0 ? "pull" : "pull " + std::to_string(p + 1);
    pull.object = options.pulled_body;
    pull.group = options.pulled_group;
    pull.values[2] = options.pulls[p];
    constraints.push_back(std::make_unique<constraint::DisplacementConstraint>(pull, find));
  }
  if (options.compliant) {
    constraints[1]->compliance = 2e-4;
    constraints[1]->scale = 4.0;
    constraints[1]->relaxation = 0.5;
  }
  auto mechanics =
      std::make_unique<MechanicalSystem>(std::move(bodies), std::move(constraints), std::move(interactions));
  FileOrder(*mechanics).moveRandomly(*mechanics, 0.02, 0.3);
  mechanics->imposeDirichletValues();
  return mechanics;
}

/// Sets pseudo-random entries of magnitude up to 1 that depend on the seed and the global index.
inline void fillByChance(Vec vector, int seed) {
  PetscInt first = 0, last = 0;
  TENON_PETSC(VecGetOwnershipRange(vector, &first, &last));
  double* values = nullptr;
  TENON_PETSC(VecGetArrayWrite(vector, &values));
  for (PetscInt i = first; i < last; ++i) values[i - first] = Objects::randomValue(seed, i);
  TENON_PETSC(VecRestoreArrayWrite(vector, &values));
}

inline la::Vector like(Vec vector) {
  la::Vector copy;
  TENON_PETSC(VecDuplicate(vector, copy.out()));
  return copy;
}

inline double norm(Vec vector) {
  double value = 0.0;
  TENON_PETSC(VecNorm(vector, NORM_2, &value));
  return value;
}

inline double distance(Vec a, Vec b) {
  const la::Vector difference = like(a);
  TENON_PETSC(VecWAXPY(difference.get(), -1.0, a, b));
  return norm(difference.get());
}

/// Returns the dense form of any matrix, computed by products and replicated on all ranks, in
/// PETSc's numbering.
inline Eigen::MatrixXd denseOf(Mat matrix) {
  return la::testing::dense(world(), system::rebuiltFromProducts(matrix).get());
}

/// Returns the message of the InputError that `work` throws.
template <class Work>
std::string refusal(Work&& work) {
  try {
    work();
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace tenon::testing
