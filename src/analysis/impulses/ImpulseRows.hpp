// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "BodyNumbers.hpp"
#include "DeformableStep.hpp"
#include "contact/ExactRows.hpp"
#include "findConstraintTargets.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Constraint rows of an impulse step: the constraints between rigid bodies, and all constraints
/// with bounds. Equality constraints between meshes are rows without entries. Rows with an upper
/// bound have the opposite sign here.
class ImpulseRows : public contact::ExactConstraints {
 public:
  /// @throws InputError for constraints with compliance, relaxation, cohesion or a friction law
  /// other than a cone
  /// @note Collective.
  ImpulseRows(system::MechanicalSystem& mechanics, std::size_t num_contact_nodes);

  // The following functions are collective. A step calls them in this order.

  /// Evaluates the rows in the state and at the time at the beginning of the step.
  void begin(double h);
  /// Evaluates the rows at the end time of the step, with the displacements of its beginning.
  void setEndTime(double h);
  /// Selects the rows of the step. Contact rows that do not close in the step, as predicted with
  /// v_free, are omitted.
  /// @param deformable deformable objects; nullptr on all ranks if all bodies are rigid
  /// @return nodes of this rank on which rows act; they are the last bodies of the rank
  std::vector<ContactNode> selectRows(double h, DeformableStep* deformable);
  const contact::ExactRows& rows() const override { return rows_; }
  void updatePositions(const std::vector<double>& increments) override;
  /// Restores the displacements of the beginning of the step.
  /// @param force multipliers of the step, the initial guess of the next step
  void end(const std::vector<double>& force);

  /// Returns the multipliers of the rows of this rank, with the signs of the constraints.
  std::vector<double> multipliers() const;

 private:
  std::vector<double> constraintResiduals() const;
  bool hasVelocityRows() const;
  std::vector<double> constraintResidualsAtRest();
  void linearise();
  void computeRates();
  bool isSelected(std::size_t row, double h, const DeformableStep* deformable) const;
  bool isOnThisRank(std::size_t constraint) const;
  void setDisplacements(const double* increments, double factor);

  system::MechanicalSystem& mechanics_;
  BodyNumbers numbers_;
  std::vector<ConstraintTargets> targets_;  // [constraints]
  struct JacobianEntry {
    const la::State* state;
    base::GlobalIndex node;
    int component;
    double value;
  };
  std::vector<std::vector<JacobianEntry>> entries_;  // [rows] of G
  std::vector<char> is_contact_, is_selected_;       // [rows]
  std::vector<char> is_slip_;  // [rows] one of the two slips that follow a gap, in its friction cone
  std::vector<ContactNode> constrained_nodes_;
  std::size_t num_contact_nodes_;  // number of nodes of this rank in contact, which precede constrained_nodes_
  contact::ExactRows rows_;
  std::vector<double> signs_;               // [rows] -1 for upper bounds
  std::vector<std::vector<double>> start_;  // displacements at the beginning, by object
  std::vector<double> at_start_;            // Phi at the beginning of the step
};

}  // namespace tenon::analysis
