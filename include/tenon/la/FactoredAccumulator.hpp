#pragma once
#include "tenon/la/Accumulator.hpp"

namespace tenon::la {

/// An accumulator that feeds a matrix A += factor * (what contributors add). The factor is the system's business.
class FactoredAccumulator : public Accumulator {
 public:
  /// For the calls that follow: k, b or m of A = m M + b B + k K.
  void setFactor(double factor) { factor_ = factor; }
  double factor() const { return factor_; }

  /// Does what is symbolic for tables that will be delivered; left out, their first delivery does it.
  virtual void prepare(const ElementTable& /*rows*/, const ElementTable& /*columns*/) {}

  /// Before and after each assembly, on every rank.
  virtual void begin() = 0;
  virtual void end() = 0;

 private:
  double factor_ = 1.0;
};

}  // namespace tenon::la
