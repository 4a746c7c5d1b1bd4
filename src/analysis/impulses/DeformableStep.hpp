#pragma once
#include <map>
#include <vector>

#include "BodyNumbers.hpp"
#include "actsOn.hpp"
#include "tenon/analysis/Stepper.hpp"
#include "tenon/contact/PointMobility.hpp"
#include "touchingNodes.hpp"

namespace tenon::analysis {

/// Deformable objects in a step by impulses, by one linearisation where it begins (Baraff and Witkin, SIGGRAPH 1998,
/// 43-54):
///   A v_free = M v_n + h f(q_n, 0) + h G^T lambda,   A = M - h B - h^2 K,   Phi(q_n) + h G v_free = 0,
///   v_{n+1} = v_free + S i,   q_{n+1} = q_n + h v_{n+1},
/// with the constraints between deformable objects alone, and S i what impulses i on their nodes change: the same
/// linear system with i on its right side. Each unit impulse on a node that something touches is solved for once, as
/// long as A stays. Rigid bodies have rows in the system, which nothing couples with the others and nobody asks.
class DeformableStep : public contact::DeformableBodies {
 public:
  static bool isNeededFor(const system::MechanicalSystem& mechanics);

  /// Collective. Steps of length h. InputError for nodes without a mass, and for forces and equations between rigid
  /// bodies and deformable ones.
  DeformableStep(Stage& stage, double h);

  /// Collective. v_free, and all loads, held motions and constraints those of `time`; bodies stay where they are.
  void begin(double time);
  /// Collective. Contacts between meshes look for what may touch, where things have moved.
  void findPairs();
  /// v_free of a node, [3]; nullptr where this rank does not know it.
  const double* freeVelocity(const TouchingNode& node) const {
    return free_[node.object].data() + 3 * static_cast<std::size_t>(node.node);
  }
  const double* freeVelocity(const la::State& state, base::GlobalIndex node) const;
  /// The shortest distance between nodes of one cell of an object.
  double sizeOf(const la::State& state) const;
  /// A node of this rank that stands on no side of a rule.
  TouchingNode nodeOf(const FarNode& node) const;

  /// Collective. The nodes that impulses of the step may act on, which from `first` on are bodies of this rank in it.
  void setNodes(std::vector<TouchingNode> nodes, base::LocalIndex first);
  Eigen::MatrixXd responses(const std::vector<base::LocalIndex>& points) override;

  /// Collective. What impulses on the bodies of this rank in the step, [6 x bodies], change, and those that move bodies
  /// away from overlaps; empty: none on all ranks.
  void push(const std::vector<double>& impulse, const std::vector<double>& correcting);
  /// Multipliers of the system, of the whole step: 0 of rows that are not solved for here.
  Vec multipliers() const { return multipliers_.get(); }
  /// The deformable objects to the end of the step, but for ghosts.
  void move();

 private:
  bool isLinear(const std::vector<ActsOn>& acts_on) const;
  void requireUncoupled();
  Kinematics kinematics() const;
  void linearise();
  void solveFor(Vec f, Vec rows, Vec dx, Vec change);
  Eigen::MatrixXd responseTo(std::int64_t number);
  la::Vector responseTo(Vec impulse, Vec change);
  PetscInt rowOf(const TouchingNode& node) const;
  la::Vector gathered(const std::vector<double>& impulses) const;
  void addToMotion(double factor, Vec step, Vec change);
  std::vector<std::vector<double>> velocities() const;
  void keepStart();
  void restoreStart();

  Equations& equations_;
  TangentSolver& solver_;
  base::Phases& phases_;
  double h_;
  std::vector<double> sizes_;  // [objects]
  std::vector<TouchingNode> nodes_;
  base::LocalIndex first_ = 0;
  std::int64_t first_number_ = 0;                       // of nodes_ among those of all ranks
  bool is_linear_ = false;                              // A and G stay, as far as they are asked
  bool is_linearised_ = false;                          // at all
  la::Vector on_points_, own_rows_;                     // 1 of what is solved for here, else 0
  la::Vector x_, multipliers_;                          // accelerations of the step; free of impulses until push()
  std::vector<std::vector<double>> free_, correction_;  // by object; empty: none
  struct Motion {
    std::vector<double> q, v, a;
  };
  std::vector<Motion> start_;                        // by object
  std::map<std::int64_t, Eigen::MatrixXd> columns_;  // [3 x nodes_, 3], by the number of the node that is pushed
};

}  // namespace tenon::analysis
