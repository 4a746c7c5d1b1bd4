// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "ArcLengthParameters.hpp"
#include "PathTangent.hpp"
#include "analysis/Snapshot.hpp"
#include "analysis/Solution.hpp"
#include "analysis/TangentSolver.hpp"
#include "analysis/newton/Equilibrium.hpp"

namespace tenon::analysis {

/// Point on an equilibrium path, which ArcLength advances along the path.
class EquilibriumPath {
 public:
  /// Starts a path in the current state; all arguments must outlive this object.
  /// @note Collective.
  EquilibriumPath(Equations& equations, TangentSolver& solver, base::Phases& phases, const ArcLengthParameters& data);

  /// Advances to the next point, which is at T if the path would pass T.
  /// @throws NotConvergedError if no point is found; states, multipliers and arc length are then
  /// those of the last point
  /// @note Collective.
  solver::SolveStatistics advance(int step);
  /// Returns the load factor t of the current point.
  double time() const { return now_.time; }
  /// Returns the equations and the path at the current point, the end of step `step`. @note
  /// Collective.
  Snapshot snapshot(int step, const solver::SolveStatistics& statistics) const;
  /// Returns to a value of snapshot(), and returns its statistics. @note Collective.
  solver::SolveStatistics restore(const Snapshot& from);
  /// Returns all critical points that the path has passed.
  const std::vector<CriticalPoint>& criticalPoints() const { return critical_points_; }

 private:
  // Point of the path, or iterate.
  struct Point {
    la::Vector x, multipliers;
    double time = 0.0;
  };
  /// Increment of unknowns and multipliers.
  struct Step {
    la::Vector x, multipliers;
  };
  // Course of the path up to a point. Vectors are shared; none changes after the step that made it.
  struct Course {
    Point point;
    std::optional<PathTangent> tangent;
    la::Vector last;
    double length, first_length, load;
    std::vector<CriticalPoint> critical_points;
    solver::SolveStatistics statistics;
  };
  static Point share(const Point& point);
  Point point() const;
  solver::SolveStatistics advanceOrFail(int step);
  void setPoint(const Point& point);
  void tryStep();
  void endAtFinalTime();
  void requireSmooth() const;
  bool isResolved(const PathTangent& next) const;
  bool followsTangents(const PathTangent& next) const;
  void accept(int step, PathTangent next);
  PathTangent currentTangent();
  void predict();
  bool isEquilibrium(bool is_first);
  void correct();
  Step tangent();
  Step solve(Vec f, Vec g);
  void addStep(const Step& step, double factor, double dt);
  double product(Vec a, Vec b) const;
  [[noreturn]] void refuse(const std::string& sentence) const;
  [[noreturn]] void fail(const base::NotConvergedError& error, int step, const std::string& where) const;

  Equations& equations_;
  TangentSolver& solver_;
  base::Phases& phases_;
  const ArcLengthParameters& data_;
  Equilibrium equilibrium_;
  Point now_;                           // last equilibrium
  double time_ = 0.0;                   // load factor of the iterate
  std::optional<PathTangent> tangent_;  // at now_
  std::optional<PathTangent> next_;     // at the end of this step
  // Increment of x in the previous step (nullptr in the first one) and in this step.
  la::Vector last_, increment_;
  double length_ = 0.0, first_length_ = 0.0;  // ds, and ds of the first step; 0: not yet known
  std::vector<CriticalPoint> critical_points_;
  double cosine_ = 1.0;  // cosine of the angle between the tangents at both ends of this step
  int iterations_ = 0;
  solver::SolveStatistics statistics_;
};

}  // namespace tenon::analysis
