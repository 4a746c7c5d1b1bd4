// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>

#include "tenon/la/assembly/Accumulator.hpp"

namespace tenon::la {

/// Accumulator that multiplies the entries of contributors by a factor and adds them to a matrix, A
/// += factor * entries. The linear system sets the factor.
class ScaledAccumulator : public Accumulator {
 public:
  /// Sets the factor of the subsequent entries: k, b or m in A = m M + b B + k K.
  void setFactor(double factor) { factor_ = factor; }
  /// Factor by which the entries are multiplied.
  double factor() const { return factor_; }

  /// Performs the symbolic phase for element tables that will be added later. Without this call,
  /// the phase is performed when a table is added for the first time. The arguments are those of
  /// beginElements().
  virtual void prepare(const ElementTable& /*rows*/, const ElementTable& /*columns*/) {}

  /// Begins an assembly. Must be called on every rank.
  virtual void begin() { pattern_changed_ = false; }
  /// Ends an assembly. Must be called on every rank.
  virtual void end() {}

  /// Function that is called if an entry does not fit the pattern. Without such a function an
  /// InternalError is thrown.
  using OnChange = std::function<void(const std::string& what)>;
  /// Sets the function that is called if an entry does not fit the pattern.
  void setOnChange(OnChange on_change) { on_change_ = std::move(on_change); }

 protected:
  /// Reports a change of the pattern. The accumulator must then discard all entries until the next
  /// begin().
  /// @param what  description of the change, with states and indices
  /// @throws InternalError with this description if no function was set by setOnChange()
  void reportPatternChange(const std::string& what);
  /// True if the pattern has changed since begin().
  bool isPatternChanged() const { return pattern_changed_; }

 private:
  double factor_ = 1.0;
  bool pattern_changed_ = false;
  OnChange on_change_;
};

}  // namespace tenon::la
