// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tenon/base/Registry.hpp"

namespace tenon::base {

namespace detail {

/// Checks a type that a case selects by its name alone.
/// @param standard  standard name of the type
/// @throws InputError if the node is not a name, or if the type is unknown or requires parameters
void requireSelectable(const CaseNode& node, const std::string& standard, const std::string& kind,
                       const std::vector<TypeInfo>& types);
/// Returns a block that contains only the key `type`.
CaseNode blockOfType(const std::string& name);

}  // namespace detail

/// Parameter that selects a type of a registry by its name alone, or by a block with the key `type`
/// and the parameters of the type. The registry is used when a case is read, not before.
/// @tparam registry  function that returns the registry
template <class Product, Registry<Product>& (*registry)()>
class TypeChoice {
 public:
  /// Creates the choice of a type with the default values of its parameters.
  TypeChoice(std::string name) : name_(std::move(name)) {}  // NOLINT(google-explicit-constructor)
  /// Creates the choice of a type with the default values of its parameters.
  TypeChoice(const char* name) : name_(name) {}  // NOLINT(google-explicit-constructor)

  /// Returns the standard name of the type.
  const std::string& name() const { return name_; }
  /// Returns true if the case selects the type by a block.
  bool hasBlock() const { return block_.isDefined(); }

  /// Reads the choice from a case.
  /// @throws InputError if the node is neither a name nor a block, if the type is unknown, if
  ///   parameters in the block are invalid, or if a type that requires parameters has no block
  void read(const CaseNode& node) {
    const Registry<Product>& all = registry();
    if (node.isMap())
      all.check(node);
    else
      detail::requireSelectable(node, all.standardName(node.scalar()), all.kind(), all.types());
    name_ = all.standardName((node.isMap() ? node["type"] : node).text());
    block_ = node.isMap() ? node : CaseNode();
  }
  /// Creates an object of the type.
  /// @throws InputError if the type is unknown or if its parameters are invalid
  std::unique_ptr<Product> make() const { return registry().make(hasBlock() ? block_ : detail::blockOfType(name_)); }

 private:
  std::string name_;
  CaseNode block_;  // undefined if the case selects the type by its name
};

/// Reads a choice from a case. @see TypeChoice::read()
template <class Product, Registry<Product>& (*registry)()>
void readValue(const CaseNode& node, TypeChoice<Product, registry>& choice) {
  choice.read(node);
}
/// Returns the name of the type, as the default value of a parameter.
template <class Product, Registry<Product>& (*registry)()>
std::string printValue(const TypeChoice<Product, registry>& choice) {
  return choice.name();
}
/// Returns the name of this kind of parameter in help texts.
template <class Product, Registry<Product>& (*registry)()>
const char* typeName(const TypeChoice<Product, registry>*) {
  return "text or block";
}

}  // namespace tenon::base
