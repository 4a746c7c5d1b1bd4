#pragma once
#include <memory>
#include <vector>

#include "RestMemory.hpp"
#include "impulses/ConstraintMemory.hpp"
#include "impulses/DeformableStep.hpp"
#include "impulses/ImpulseRows.hpp"
#include "tenon/analysis/Stepper.hpp"
#include "tenon/contact/AwakeStep.hpp"

namespace tenon::analysis {

/// Rigid bodies and meshes in space that touch, by impulses over fixed steps (Moreau 1999; see contact::ImpulseStep):
///   M_n (v_{n+1} - v_n) = h f(q_n, v_n, t_n) + D gamma + h G^T lambda,   q_{n+1} = q_n (+) h (v_{n+1} + w).
/// First order, explicit in the forces; turning without moments keeps its kinetic energy: J (w+ - w) = -h w_m x J w_m,
/// w_m = (w + w+) / 2. What is held moves as the conditions say, and pushes. Any number of contacts may open and close
/// in a step, and bounds of constraints; constraints hold at its end. Meshes go by DeformableStep: linearly implicit.
/// What rests may sleep (contact::AwakeStep).
class MoreauJean : public Stepper {
 public:
  explicit MoreauJean(const StepperParameters& parameters);
  static std::unique_ptr<Stepper> make(const StepperParameters& parameters) {
    return std::make_unique<MoreauJean>(parameters);
  }

  int order() const override { return 1; }
  /// Of M alone: meshes have others.
  Kinematics kinematics(double h) const override { return {0.0, h, 1.0, 1.0, 1.0}; }
  bool takesContacts() const override { return true; }
  bool takesBounds() const override { return true; }
  /// InputError for what is neither a rigid body nor a mesh in space, for constraints between rigid bodies with
  /// compliance, relaxation or friction, for what DeformableStep refuses, and at the start for bodies that overlap.
  void begin(Stage& stage, double h, bool is_start) override;
  /// NotConvergedError where the impulses are not found.
  solver::SolveStatistics advance(Stage& stage, double h, double time) override;
  bool canBeCut() const override { return false; }
  std::optional<ContactStatistics> contacts() const override { return statistics_; }
  std::vector<BodyTouch> touches() const override;
  void setTouches(Stage& stage, const std::vector<BodyTouch>& touches) override;
  Memory memory() override;
  /// Versions that did not name vectors wrote those of bodies that sleep, later contact forces before them.
  std::vector<std::string> namesOfUnnamed(std::size_t count) override;

 private:
  contact::Touching touching(const system::MechanicalSystem& mechanics);
  std::vector<contact::RigidBody> records(const system::MechanicalSystem& mechanics,
                                          const std::vector<std::vector<double>>& forces, double h) const;
  void hold(const system::MechanicalSystem& mechanics, double h, std::vector<contact::RigidBody>& records) const;
  void addNodes(const system::MechanicalSystem& mechanics, bool free, std::vector<contact::RigidBody>& records) const;
  void move(system::MechanicalSystem& mechanics, const contact::ImpulseStep::Result& result, double h) const;
  void requireApart(const system::MechanicalSystem& mechanics) const;
  /// The object of a body, and its number there.
  std::pair<std::size_t, std::int64_t> placeOf(std::int64_t number) const;
  std::string nameOf(const system::MechanicalSystem& mechanics, std::int64_t number) const;
  void tellMultipliers(Equations& equations);
  void note(const contact::ImpulseStep::Result& result);
  void requireConverged(const system::MechanicalSystem& mechanics, const contact::ImpulseStep::Result& result,
                        double time) const;

  contact::ImpulseStep::Parameters parameters_;
  contact::Sleep sleep_;
  std::unique_ptr<contact::AwakeStep> step_;
  RestMemory rests_;                              // of checkpoints
  la::Vector unknowns_;                           // any, of their layout
  la::Vector contact_;                            // forces of contacts in the last step, of checkpoints
  ConstraintMemory constraints_;                  // where G is that of the multipliers
  system::MechanicalSystem* mechanics_ = nullptr;
  std::unique_ptr<ImpulseRows> rows_;             // nullptr where there are no constraints
  std::unique_ptr<DeformableStep> deformable_;    // nullptr where all bodies are rigid
  std::vector<std::vector<int>> shapes_;          // of each object's owned bodies; -1: none
  std::vector<std::vector<std::int64_t>> sides_;  // likewise, of rules
  std::vector<std::int64_t> first_numbers_;       // of each object's bodies
  base::LocalIndex num_rigid_ = 0;                // owned bodies, before the nodes that touch
  std::vector<TouchingNode> touching_nodes_;
  std::vector<TouchingNode> nodes_;  // those, and what rows push in this step
  int point_ = -1;                   // the shape of nodes
  ContactStatistics statistics_;
};

}  // namespace tenon::analysis
