// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>

#include "tenon/la/assembly/Accumulator.hpp"

namespace tenon::la {

/// Accumulator that adds the entries of contributors to a matrix with a factor, A += factor *
/// entries. The linear system controls the factor.
class ScaledAccumulator : public Accumulator {
 public:
  /// Sets the factor of the subsequent entries: k, b or m in A = m M + b B + k K.
  void setFactor(double factor) { factor_ = factor; }
  /// Factor of the entries.
  double factor() const { return factor_; }

  /// Performs the symbolic phase for element tables that will be added later. Without this call, it
  /// is performed when a table is added for the first time. The arguments are those of
  /// beginElements().
  virtual void prepare(const ElementTable& /*rows*/, const ElementTable& /*columns*/) {}

  /// Begins an assembly; called on every rank.
  virtual void begin() { pattern_changed_ = false; }
  /// Ends an assembly; called on every rank.
  virtual void end() {}

  /// Function that is called when an entry does not fit the pattern. Without such a function an
  /// InternalError is thrown.
  using OnChange = std::function<void(const std::string& what)>;
  /// Sets the function that is called when an entry does not fit the pattern.
  void setOnChange(OnChange on_change) { on_change_ = std::move(on_change); }

 protected:
  /// Reports a change of the pattern. The accumulator then discards all entries until the next
  /// begin().
  /// @param what  sentence with the states and indices
  /// @throws InternalError with this sentence if no function was set by setOnChange().
  void reportPatternChange(const std::string& what);
  /// True if the pattern has changed since begin().
  bool isPatternChanged() const { return pattern_changed_; }

 private:
  double factor_ = 1.0;
  bool pattern_changed_ = false;
  OnChange on_change_;
};

}  // namespace tenon::la
