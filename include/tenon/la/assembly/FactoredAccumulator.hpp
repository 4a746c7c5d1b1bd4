#pragma once
#include <functional>
#include <string>

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
  virtual void begin() { pattern_changed_ = false; }
  virtual void end() {}

  /// Who is told when something is written that does not fit the pattern; without, that is an InternalError.
  using OnChange = std::function<void(const std::string& what)>;
  void setOnChange(OnChange on_change) { on_change_ = std::move(on_change); }

 protected:
  /// Tells; from then on the accumulator takes what comes and drops it, until the next begin().
  void patternChanged(const std::string& what);
  bool isPatternChanged() const { return pattern_changed_; }

 private:
  double factor_ = 1.0;
  bool pattern_changed_ = false;
  OnChange on_change_;
};

}  // namespace tenon::la
