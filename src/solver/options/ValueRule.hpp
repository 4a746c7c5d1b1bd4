// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace tenon::solver {

/// Admissible values of a PETSc option in a case. No text of a case reaches PETSc unless it is a
/// number in its range or a word of a closed set.
class ValueRule {
 public:
  /// Creates a rule for a flag.
  static ValueRule flag();
  /// Creates a rule for an integer in the closed range.
  static ValueRule integer(long long least, long long most);
  /// Creates a rule for a list of integers.
  static ValueRule integers(long long least, long long most);
  /// Creates a rule for a real number in the closed range.
  static ValueRule number(double least, double most);
  /// Creates a rule for a list of real numbers.
  static ValueRule numbers(double least, double most);
  static ValueRule fraction();  ///< creates a rule for a number that is at least 0 and less than 1
  /// Creates a rule for one word of a set.
  /// @param words  words, separated by blanks
  static ValueRule oneOf(const std::string& words);
  /// Creates a rule for a viewer that prints text on the terminal.
  /// @param further  additional values of such an option
  static ValueRule text(const std::string& further = "");
  /// Creates a rule for a monitor that prints text on the terminal in its default format. PETSc
  /// 3.18 crashes for other formats.
  static ValueRule monitor();

  /// @return reason why the value is not admissible, as the end of a sentence "-ksp_rtol ...";
  ///   empty if it is admissible
  std::string refusal(const std::optional<std::string>& value) const;
  /// Returns the admissible values as a noun phrase, such as "a number, at least 0 and less than
  /// 1".
  std::string description() const;

 private:
  enum class Kind { flag, integer, number, word, text };
  ValueRule(Kind kind, bool is_list, double least, double most, const std::string& words);
  bool accepts(const std::string& item) const;
  std::string range() const;

  Kind kind_;
  bool is_list_;
  double least_, most_;  // Bounds; a double represents every PetscInt of 32 bits.
  std::vector<std::string> words_;
};

}  // namespace tenon::solver
