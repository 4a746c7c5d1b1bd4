#pragma once
#include "tenon/base/Parameters.hpp"

namespace tenon::analysis {

/// What an analysis block says of Newton's method.
struct NewtonParameters {
  double tolerance = 1e-8;
  int max_iterations = 25;

  /// For the Data of an analysis, which derives from this.
  template <class Data>
  static void declareNewton(base::Parameters<Data>& p) {
    p.optional("tolerance", static_cast<double Data::*>(&NewtonParameters::tolerance), "",
               "of Newton's method, where a force or a constraint is not linear: what is left of the forces over the "
               "load, and of gaps over the displacements")
        .positive();
    p.optional("max_iterations", static_cast<int Data::*>(&NewtonParameters::max_iterations), "",
               "of Newton's method, in each step")
        .positive();
  }
};

}  // namespace tenon::analysis
