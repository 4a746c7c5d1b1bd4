#pragma once
#include <optional>
#include <string>
#include <vector>

namespace tenon::solver {

/// The values that a PETSc option may have in a case. Nothing else reaches PETSc: no text of a case is handed on that
/// is not a number in its range or a word of a closed set.
class ValueRule {
 public:
  static ValueRule flag();
  static ValueRule integer(long long least, long long most);
  static ValueRule integers(long long least, long long most);  ///< a list
  static ValueRule number(double least, double most);
  static ValueRule numbers(double least, double most);  ///< a list
  static ValueRule fraction();                          ///< at least 0 and less than 1
  /// One word of a set, `words` with blanks between.
  static ValueRule oneOf(const std::string& words);
  /// A viewer that prints text on the terminal; `further`: other values of such an option.
  static ValueRule text(const std::string& further = "");
  /// A monitor that prints text on the terminal, in its usual format: PETSc 3.18 crashes for others.
  static ValueRule monitor();

  /// @return Why the value cannot be, as the end of a sentence "-ksp_rtol ..."; empty where it can.
  std::string refusal(const std::optional<std::string>& value) const;
  /// The allowed values as a noun phrase, such as "a number, at least 0 and less than 1".
  std::string description() const;

 private:
  enum class Kind { flag, integer, number, word, text };
  ValueRule(Kind kind, bool is_list, double least, double most, const std::string& words);
  bool accepts(const std::string& item) const;
  std::string range() const;

  Kind kind_;
  bool is_list_;
  double least_, most_;  // every PetscInt of 32 bits is a double
  std::vector<std::string> words_;
};

}  // namespace tenon::solver
