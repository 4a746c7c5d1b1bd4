#pragma once
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/algebra.hpp"

namespace YAML {
class Node;  // its headers stay in CaseNode.cpp: most sources include this one
}

namespace tenon::base {

/// A place in a case file: a YAML node that knows its file, its line and its path, and says so when it is wrong.
/// Nothing here is collective: every rank parses the same text.
class CaseNode {
 public:
  CaseNode();

  /// Parses YAML; InputError with file and line where it is none, or where a key stands twice.
  static CaseNode parse(const std::string& text, const std::string& file);

  bool defined() const;
  bool isMap() const;
  bool isList() const;
  bool isScalar() const;
  /// Whether number() finds one.
  bool isNumber() const;

  const std::string& path() const { return path_; }
  /// Dimension of the space in which vectors below this node lie, 2 or 3; 0 if it is not known.
  int space() const { return space_; }
  /// Returns the same node with vectors in the space of that dimension: a list of two components is then an error in
  /// space, where z would silently be 0.
  CaseNode inSpace(int dimension) const;
  /// "case.yaml:12"
  std::string where() const;
  /// Throws InputError "case.yaml:12: objects.bracket: <sentence>".
  [[noreturn]] void fail(const std::string& sentence) const;

  bool has(const std::string& key) const;
  std::vector<std::string> keys() const;              ///< in the order of the file
  CaseNode operator[](const std::string& key) const;  ///< InputError where the key is missing
  std::vector<CaseNode> items() const;                ///< of a list
  /// InputError for every key that is not among `known`, with "did you mean".
  void allowKeys(const std::vector<std::string>& known) const;

  double number() const;
  int integer() const;
  bool boolean() const;
  std::string text() const;
  std::string scalar() const;  ///< text of a scalar as it stands, maybe empty; "" for lists and blocks
  /// [x, y, z], or [x, y] where space() is not 3.
  Vec3 vector() const;
  /// Entries of a list that stands for a vector.
  /// @throws InputError unless there are three, or two where space() is not 3; `called` is what it calls them.
  std::vector<CaseNode> components(const std::string& called = "numbers") const;

 private:
  CaseNode(YAML::Node node, std::string file, std::string path, int space = 0);
  std::string shown() const;
  void refuseDoubledKeys() const;

  std::shared_ptr<const YAML::Node> node_;  // never null
  std::string file_, path_;
  int space_ = 0;
};

// How a parameter of each type is read, printed and named. New types: one overload of each.
void readValue(const CaseNode& node, double& value);
void readValue(const CaseNode& node, int& value);
void readValue(const CaseNode& node, bool& value);
void readValue(const CaseNode& node, std::string& value);
void readValue(const CaseNode& node, Vec3& value);
void readValue(const CaseNode& node, Mat3& value);
void readValue(const CaseNode& node, CaseNode& value);
void readValue(const CaseNode& node, std::vector<std::string>& value);  ///< a list, or one text
void readValue(const CaseNode& node, std::vector<CaseNode>& value);
/// Values by component, e.g. {x: 0, z: 1.5}: unset ones stay free.
using ComponentValues = std::array<std::optional<double>, 3>;
void readValue(const CaseNode& node, ComponentValues& value);

std::string printValue(double value);
std::string printValue(int value);
std::string printValue(bool value);
std::string printValue(const std::string& value);
std::string printValue(const Vec3& value);
std::string printValue(const Mat3& value);
std::string printValue(const CaseNode& value);
std::string printValue(const std::vector<std::string>& value);
std::string printValue(const std::vector<CaseNode>& value);
std::string printValue(const ComponentValues& value);

inline const char* typeName(const double*) {
  return "number";
}
inline const char* typeName(const int*) {
  return "integer";
}
inline const char* typeName(const bool*) {
  return "true or false";
}
inline const char* typeName(const std::string*) {
  return "text";
}
inline const char* typeName(const Vec3*) {
  return "[x, y, z]";
}
inline const char* typeName(const Mat3*) {
  return "[[3 numbers], [3 numbers], [3 numbers]]";
}
inline const char* typeName(const CaseNode*) {
  return "block";
}
inline const char* typeName(const std::vector<std::string>*) {
  return "list of texts";
}
inline const char* typeName(const std::vector<CaseNode>*) {
  return "list of blocks";
}
inline const char* typeName(const ComponentValues*) {
  return "{x: .., y: .., z: ..}";
}

}  // namespace tenon::base
