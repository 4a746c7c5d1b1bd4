// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tenon/base/algebra.hpp"

namespace YAML {
class Node;  // yaml-cpp's headers are included in CaseNode.cpp only, because most sources include this header
}

namespace tenon::base {

class ParameterValues;  // src/base/ParameterValues.hpp

/// Node of a case file: a YAML node together with its file, line and path, which appear in error
/// messages.
/// @note Not collective: every rank parses the same text.
class CaseNode {
 public:
  /// Creates an undefined node, for which isDefined() returns false.
  CaseNode();

  /// Parses a YAML document.
  /// @param text  contents of the case file
  /// @param file  name of the case file, for messages
  /// @return node of the whole document
  /// @throws InputError if `text` is not valid YAML, if a key occurs twice in a block, or if blocks
  ///   are nested too deeply; the message gives file and line
  static CaseNode parse(const std::string& text, const std::string& file);
  /// Parses a tree that a host program has created, given as YAML or JSON text. Messages about the
  /// tree contain paths instead of lines, such as "model.objects.block.forces[0].young", because
  /// the user has not seen the text.
  /// @param text    contents of the tree
  /// @param name    name of the tree, such as "model"; the paths in messages begin with this name
  /// @param folder  folder to which relative file names in the tree refer
  /// @return node of the whole tree
  /// @throws InputError under the same conditions as parse(); the message names the tree and the
  ///   line of its text
  static CaseNode parseTree(const std::string& text, const std::string& name, const std::string& folder);

  /// True if the node exists and has a value. A key without a value counts as undefined.
  bool isDefined() const;
  /// True if the node is a block of keys and values.
  bool isMap() const;
  /// True if the node is a list.
  bool isList() const;
  /// True if the node is a scalar: a number, a Boolean or a string.
  bool isScalar() const;
  /// True if the node is a scalar that represents a number or a formula in terms of the parameters
  /// of the case (see setParameters()). Infinity and NaN are also numbers here, although number()
  /// rejects them.
  /// @throws InputError if the number has a superfluous leading zero, such as 010
  bool isNumber() const;

  /// Path of keys from the top level of the case file to this node, such as "objects.bracket".
  const std::string& path() const { return path_; }
  /// Space dimension of the vectors below this node: 2 or 3; 0 if it is not yet determined.
  int spaceDimension() const { return space_; }
  /// Returns a copy of this node with the given space dimension. If the dimension is 3, vectors
  /// with two components are rejected; otherwise their z component is set to 0.
  /// @param dimension  2 or 3; child nodes inherit this value
  CaseNode withSpaceDimension(int dimension) const;
  /// Returns the file and line of this node, such as "case.yaml:12". For a tree of a host program,
  /// returns the name of the tree and the path of this node, such as "model.objects.bracket".
  std::string location() const;
  /// Returns the location and the path of this node for messages, such as "case.yaml:12:
  /// objects.bracket". For a tree of a host program, returns location().
  std::string place() const;
  /// Returns the folder to which relative file names in the case refer, or an empty string for the
  /// working directory.
  std::string folder() const;
  /// True if the node belongs to a tree of a host program; see parseTree().
  bool isInTree() const;
  /// Returns true if `message` begins with a location in the document of this node, such as
  /// "case.yaml:12", or if the document has no name.
  bool hasLocation(const std::string& message) const;
  /// Reports an error at this node.
  /// @param sentence  problem and remedy, with a full stop at the end
  /// @throws InputError always, with the message "case.yaml:12: objects.bracket: <sentence>" or
  ///   "model.objects.bracket: <sentence>"
  [[noreturn]] void fail(const std::string& sentence) const;

  /// True if the node is a block that contains the key.
  bool has(const std::string& key) const;
  /// Returns the keys of a block in the order of the file, or an empty list if the node is not
  /// defined.
  /// @throws InputError if the node is defined but is not a block
  std::vector<std::string> keys() const;
  /// Returns the value of a key.
  /// @throws InputError if the key is missing or if the node is not a block. If the block contains
  ///   a key with a similar spelling, the message names this key.
  CaseNode operator[](const std::string& key) const;
  /// Returns the entries of a list, or an empty vector if the node is not defined.
  /// @throws InputError if the node is defined but is not a list
  std::vector<CaseNode> items() const;
  /// Returns the value of a key that may also be given under a former name, or std::nullopt if the
  /// block contains none of these names. A former name causes a warning (see reportFormerName()).
  /// @param key     standard name of the key
  /// @param former  former names of the key
  /// @throws InputError if the block contains more than one of the names; the message gives the
  ///   lines of two of them
  std::optional<CaseNode> find(const std::string& key, const std::vector<std::string>& former) const;
  /// Checks that all keys of a block are known.
  /// @param known   standard names of the keys, from which suggestions are taken
  /// @param former  former names, which are accepted but never suggested
  /// @throws InputError if the node is not a block, or if a key is in neither list. The message has
  ///   one line for each unknown key, with the nearest known name.
  void requireKnownKeys(const std::vector<std::string>& known, const std::vector<std::string>& former = {}) const;
  /// Warns that the case uses a former name of a key, a type or a value. Each former name is
  /// reported only once per document.
  /// @param former    name that the case uses
  /// @param standard  name that the warning recommends
  void reportFormerName(const std::string& former, const std::string& standard) const;

  /// Sets the parameters of the case for all nodes of this document. Wherever a number is expected,
  /// a string is then evaluated as a formula in terms of the parameters; see number(), integer()
  /// and Expression::read().
  void setParameters(std::shared_ptr<const ParameterValues> parameters);
  /// Parameters of the case, or nullptr if it has none.
  const ParameterValues* parameters() const;

  /// Returns the value as a finite number. If the case has parameters, the value may also be a
  /// formula in terms of these parameters.
  /// @throws InputError if the node is neither a finite number nor a formula with a finite value,
  ///   or if it is a number with a superfluous leading zero, such as 010
  double number() const;
  /// Returns the value as an integer. If the case has parameters, the value may also be a formula
  /// in terms of these parameters.
  /// @throws InputError if the value is not a 32-bit integer, or if it is a number with a
  ///   superfluous leading zero, such as 010
  int integer() const;
  /// Returns the value as a Boolean. @throws InputError if the node is not a Boolean.
  bool boolean() const;
  /// Returns the value as a string. @throws InputError if the node is not a scalar or is empty.
  std::string text() const;
  /// Returns the text of a scalar, or an empty string for lists and blocks.
  std::string scalar() const;
  /// Returns the vector given as a list [x, y, z]. A list [x, y] is also accepted, with z = 0,
  /// unless spaceDimension() is 3.
  /// @throws InputError if the node is not a list, if the number of components is wrong, or if a
  ///   component is not a number
  Vec3 vector() const;
  /// Returns the nodes of the two or three components of a vector given as a list.
  /// @param called  name of the components in messages
  /// @throws InputError if the node is not a list, or if the number of components is neither 3 nor
  ///   2. Two components are rejected if spaceDimension() is 3.
  std::vector<CaseNode> components(const std::string& called = "numbers") const;

 private:
  /// Properties that all nodes of a document share.
  struct Document {
    std::string file;      // Name of the file, or of the tree.
    bool is_tree = false;  // True for a tree of a host program.
    std::string folder{};
    /// Pairs of former and standard names that have been reported.
    std::set<std::pair<std::string, std::string>> reported{};
    /// Parameters of the case; null if it has none.
    std::shared_ptr<const ParameterValues> parameters{};
  };

  CaseNode(YAML::Node node, std::shared_ptr<Document> document, std::string path, int space = 0);
  static CaseNode parse(const std::string& text, Document properties);
  double evaluate(const std::string& expected) const;
  std::string quotedValue() const;
  void rejectDuplicateKeys() const;

  std::shared_ptr<const YAML::Node> node_;  // never null
  std::shared_ptr<Document> document_;      // null for an undefined node
  std::string path_;
  int space_ = 0;
};

// Functions that read and print the values of parameters, and that return the names of their types.
// A new parameter type needs an overload of each of these functions.

/// Reads a number. This function and its overloads call the member functions of CaseNode.
/// @param node   node of the case
/// @param value  receives the value
/// @throws InputError if the node cannot be converted
void readValue(const CaseNode& node, double& value);
/// Reads an integer. @throws InputError if the node is not an integer.
void readValue(const CaseNode& node, int& value);
/// Reads a Boolean. @throws InputError if the node is not a Boolean.
void readValue(const CaseNode& node, bool& value);
/// Reads a string. @throws InputError if the node is not a scalar or is empty.
void readValue(const CaseNode& node, std::string& value);
/// Reads a vector with CaseNode::vector().
/// @throws InputError if the node is not a vector
void readValue(const CaseNode& node, Vec3& value);
/// Reads a matrix from a list of three rows of three numbers.
/// @throws InputError if the list does not have three rows of three numbers each
void readValue(const CaseNode& node, Mat3& value);
/// Stores the node itself in `value`.
void readValue(const CaseNode& node, CaseNode& value);
/// Reads a list of strings, or a single string.
/// @throws InputError if the node is neither, or if a string is empty
void readValue(const CaseNode& node, std::vector<std::string>& value);
/// Reads a list of blocks. @throws InputError if the node is not a list.
void readValue(const CaseNode& node, std::vector<CaseNode>& value);
/// Optional values of the components x, y and z, such as {x: 0, z: 1.5}. Components without a value
/// are not prescribed.
using ComponentValues = std::array<std::optional<double>, 3>;
/// Reads the values of components from a block with the keys x, y and z, all of which are optional.
/// @throws InputError if the node is not a block, if there are other keys, or if a value is not a
///   number
void readValue(const CaseNode& node, ComponentValues& value);

/// Formats a number in case-file notation for help texts, with enough digits to recover its exact
/// value.
std::string printValue(double value);
/// Formats an integer in case-file notation.
std::string printValue(int value);
/// Returns "true" or "false".
std::string printValue(bool value);
/// Returns the string, or "(none)" if it is empty.
std::string printValue(const std::string& value);
/// Formats a vector in case-file notation.
std::string printValue(const Vec3& value);
/// Formats a matrix in case-file notation.
std::string printValue(const Mat3& value);
/// Returns "(none)", because the default value of a block is empty.
std::string printValue(const CaseNode& value);
/// Formats a list of strings in case-file notation, or returns "(none)" if the list is empty.
std::string printValue(const std::vector<std::string>& value);
/// Returns "(none)", because the default value of a list of blocks is empty.
std::string printValue(const std::vector<CaseNode>& value);
/// Formats the prescribed components in case-file notation, or returns "(none)" if there are none.
std::string printValue(const ComponentValues& value);

/// Returns the type name of numbers, for messages and help texts.
inline const char* typeName(const double*) {
  return "number";
}
/// Returns the type name of integers.
inline const char* typeName(const int*) {
  return "integer";
}
/// Returns the type name of Booleans.
inline const char* typeName(const bool*) {
  return "true or false";
}
/// Returns the type name of strings.
inline const char* typeName(const std::string*) {
  return "text";
}
/// Returns the type name of vectors.
inline const char* typeName(const Vec3*) {
  return "[x, y, z]";
}
/// Returns the type name of matrices.
inline const char* typeName(const Mat3*) {
  return "[[3 numbers], [3 numbers], [3 numbers]]";
}
/// Returns the type name of blocks.
inline const char* typeName(const CaseNode*) {
  return "block";
}
/// Returns the type name of lists of strings.
inline const char* typeName(const std::vector<std::string>*) {
  return "list of texts";
}
/// Returns the type name of lists of blocks.
inline const char* typeName(const std::vector<CaseNode>*) {
  return "list of blocks";
}
/// Returns the type name of component values.
inline const char* typeName(const ComponentValues*) {
  return "{x: .., y: .., z: ..}";
}

}  // namespace tenon::base
