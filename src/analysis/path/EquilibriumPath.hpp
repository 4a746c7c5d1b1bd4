#pragma once
#include <string>
#include <vector>

#include "Equilibrium.hpp"
#include "PathTangent.hpp"
#include "tenon/analysis/ArcLength.hpp"

namespace tenon::analysis {

/// A point that moves along a path of equilibria, for ArcLength.
class EquilibriumPath {
 public:
  /// Collective. All have to outlive this.
  EquilibriumPath(Equations& equations, TangentSolver& solver, base::Phases& phases, const ArcLength::Data& data);

  /// Collective. The next point, which is at T where the path would go beyond. NotConvergedError where none is found:
  /// then bodies and multipliers are at the last one.
  solver::SolveStatistics advance(int step);
  double time() const { return now_.time; }
  /// All that the path has passed.
  const std::vector<CriticalPoint>& criticalPoints() const { return critical_points_; }

 private:
  struct Point {
    la::Vector x, multipliers;
    double time = 0.0;
  };
  /// Of unknowns and multipliers.
  struct Step {
    la::Vector x, multipliers;
  };
  Point point() const;
  void moveTo(const Point& point);
  void tryStep();
  void endAtLast();
  void requireSmooth() const;
  bool isResolved(const PathTangent& next) const;
  bool followsTangents(const PathTangent& next) const;
  void accept(int step, PathTangent next);
  PathTangent tangentHere();
  void predict();
  bool isEquilibrium(bool is_first);
  void correct();
  Step tangent();
  Step solve(Vec f, Vec g);
  void follow(const Step& step, double factor, double dt);
  double product(Vec a, Vec b) const;
  [[noreturn]] void refuse(const std::string& sentence) const;
  [[noreturn]] void giveUp(const base::NotConvergedError& error, int step, const std::string& where) const;

  Equations& equations_;
  TangentSolver& solver_;
  base::Phases& phases_;
  const ArcLength::Data& data_;
  Equilibrium equilibrium_;
  Point now_;                                 // equilibria
  double time_ = 0.0;                         // on the way to the next one
  std::optional<PathTangent> tangent_;        // there
  std::optional<PathTangent> next_;           // at the end of this step
  la::Vector last_, increment_;               // of x in the step before, nullptr in the first, and in this one
  double length_ = 0.0, first_length_ = 0.0;  // ds and that of the first step; 0: not known yet
  std::vector<CriticalPoint> critical_points_;
  double cosine_ = 1.0;                       // of the angle between the tangents at both ends of this step
  int iterations_ = 0;
  solver::SolveStatistics statistics_;
};

}  // namespace tenon::analysis
