// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tenon/base/Error.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::base {

/// Description of one named type of a registry, for `tenon list`.
struct TypeInfo {
  std::string name,  ///< standard name in case files
      help;          ///< description, without a full stop at the end
  /// Parameters of the type, including those common to all types of its kind.
  std::vector<ParameterInfo> parameters;
  /// Former names of the type, which cases may still use.
  std::vector<std::string> former_names{};
};

/// Registry of the types of one kind ("force", "constraint", ...), keyed by their names in case
/// files.
///
/// A type T is registered by `registry.add<T>("name", "description")`. It must provide
///   struct T::Data;                                    its parameters, a plain struct
///   static void T::declare(Parameters<T::Data>&);      their names, units, defaults and help texts
///   T(T::Data, Args...);                               or, if several classes implement one type,
///   static std::unique_ptr<Product> T::make(T::Data, Args...);
///
/// Three optional static members declare additional kinds of objects on which the type can act:
/// - `static constexpr bool acts_on_frames = true;` for rigid bodies, whose nodes have rotational
///   degrees of freedom,
/// - `acts_on_scalars` for scalar objects,
/// - `acts_on_axisymmetric` for axisymmetric meshes, whose nodes represent rings.
template <class Product, class... Args>
class Registry {
 public:
  /// Creates an empty registry.
  /// @param kind  name of the kind in messages
  explicit Registry(std::string kind) : kind_(std::move(kind)) {}

  /// Registers type T under a name.
  /// @param name  standard name in case files
  /// @param help  description for help texts, without a full stop at the end
  template <class T>
  void add(const std::string& name, const std::string& help) {
    using Table = Parameters<typename T::Data>;
    const auto made = std::make_shared<Table>();
    T::declare(*made);
    const std::shared_ptr<const Table> table = made;
    TypeInfo info{name, help, table->infos()};
    info.parameters.insert(info.parameters.end(), common_infos_.begin(), common_infos_.end());
    infos_.push_back(std::move(info));
    act_on_frames_.push_back(ActsOnFrames<T>::value);
    act_on_scalars_.push_back(ActsOnScalars<T>::value);
    act_on_axisymmetric_.push_back(ActsOnAxisymmetric<T>::value);
    makers_.push_back([table](const CaseNode& node, const Names& others, const Names& former, Args... args) {
      if constexpr (has_make<T>)
        return std::unique_ptr<Product>(T::make(table->read(node, others, former), args...));
      else
        return std::unique_ptr<Product>(std::make_unique<T>(table->read(node, others, former), args...));
    });
    readers_.push_back(
        [table](const CaseNode& node, const Names& others, const Names& former) { table->read(node, others, former); });
  }

  /// Accepts a former name of a registered type. If a case uses this name, a warning recommends the
  /// standard name. Must be called after add().
  /// @param former    name that cases may still use
  /// @param standard  registered name
  /// @throws InternalError if no type is registered under the standard name
  void addFormerName(const std::string& former, const std::string& standard) {
    for (TypeInfo& info : infos_)
      if (info.name == standard) return info.former_names.push_back(former);
    throw InternalError(
        fmt::format("There is no {} '{}' to which the former name '{}' can be assigned.", kind_, standard, former));
  }

  /// Adds parameters that all types have in common. `Common` is a plain struct from which Product
  /// derives; it declares its parameters in the same way as a type, with a static function
  /// declare(). Must be called before add().
  template <class Common>
  void addCommon() {
    Parameters<Common> table;
    Common::declare(table);
    common_infos_ = table.infos();
    for (const auto& info : common_infos_) {
      other_keys_.push_back(info.name);
      former_keys_.insert(former_keys_.end(), info.former_names.begin(), info.former_names.end());
    }
    read_common_ = [table](const CaseNode& node, Product* product) {
      const Common common = table.readIgnoringOtherKeys(node);
      if (product != nullptr) static_cast<Common&>(*product) = common;
    };
  }

  /// Name of the kind, such as "force".
  const std::string& kind() const { return kind_; }
  /// Returns true if the type given by the key `type` of the block acts on rigid bodies.
  /// @throws InputError if the key is missing or the type is unknown
  bool actsOnFrames(const CaseNode& node) const { return act_on_frames_[indexOf(node)]; }
  /// Returns true if the type given by the key `type` of the block acts on scalar objects.
  /// @throws InputError if the key is missing or the type is unknown
  bool actsOnScalars(const CaseNode& node) const { return act_on_scalars_[indexOf(node)]; }
  /// Returns true if the type given by the key `type` of the block acts on axisymmetric meshes.
  /// @throws InputError if the key is missing or the type is unknown
  bool actsOnAxisymmetric(const CaseNode& node) const { return act_on_axisymmetric_[indexOf(node)]; }
  /// Descriptions of the registered types, in the order of registration.
  const std::vector<TypeInfo>& types() const { return infos_; }
  /// Returns the standard names of the registered types, in the order of registration.
  std::vector<std::string> names() const {
    std::vector<std::string> list;
    for (const auto& info : infos_) list.push_back(info.name);
    return list;
  }

  /// Returns the standard name for a former name of a type. All other names are returned unchanged.
  std::string standardName(const std::string& name) const {
    for (const TypeInfo& info : infos_)
      if (contains(info.former_names, name)) return info.name;
    return name;
  }

  /// Returns true if a registered type has this standard or former name.
  bool has(const std::string& name) const { return contains(names(), standardName(name)); }

  /// Creates an object of the type selected by the key `type` of the block, with the parameters
  /// given in the block.
  /// @param node  block of the case
  /// @param args  additional arguments for the constructor of the type or for its function make()
  /// @return new object
  /// @throws InputError if the type is unknown, if parameters are invalid, or if the constructor of
  ///   the type throws an InputError; the message has one line for each problem
  /// @throws FileError if all problems are FileErrors from the constructor. Other exceptions from
  ///   the constructor propagate.
  /// @note Collective if the constructor of the type is collective.
  std::unique_ptr<Product> make(const CaseNode& node, Args... args) const {
    ErrorCollector problems;
    std::unique_ptr<Product> product;
    problems.attempt([&] { product = makers_[indexOf(node)](node, other_keys_, former_keys_, args...); });
    if (read_common_) problems.attempt([&] { read_common_(node, product.get()); });
    problems.throwIfAny();
    return product;
  }

  /// Checks a block in the same way as make(), but without creating an object. Used if the mesh
  /// could not be read.
  /// @note Not collective.
  /// @throws InputError if the type is unknown or if parameters are invalid
  void check(const CaseNode& node) const {
    ErrorCollector problems;
    problems.attempt([&] { readers_[indexOf(node)](node, other_keys_, former_keys_); });
    if (read_common_) problems.attempt([&] { read_common_(node, nullptr); });
    problems.throwIfAny();
  }

 private:
  template <class T, class = void>
  struct HasMake : std::false_type {};
  template <class T>
  struct HasMake<T, std::void_t<decltype(&T::make)>> : std::true_type {};
  template <class T>
  static constexpr bool has_make = HasMake<T>::value;
  template <class T, class = void>
  struct ActsOnFrames : std::false_type {};
  template <class T>
  struct ActsOnFrames<T, std::void_t<decltype(T::acts_on_frames)>> : std::bool_constant<T::acts_on_frames> {};
  template <class T, class = void>
  struct ActsOnScalars : std::false_type {};
  template <class T>
  struct ActsOnScalars<T, std::void_t<decltype(T::acts_on_scalars)>> : std::bool_constant<T::acts_on_scalars> {};
  template <class T, class = void>
  struct ActsOnAxisymmetric : std::false_type {};
  template <class T>
  struct ActsOnAxisymmetric<T, std::void_t<decltype(T::acts_on_axisymmetric)>>
      : std::bool_constant<T::acts_on_axisymmetric> {};

  std::size_t indexOf(const CaseNode& node) const {
    const CaseNode type = node["type"];
    const std::string given = type.text(), name = standardName(given);
    if (name != given) type.reportFormerName(given, name);
    for (std::size_t i = 0; i < infos_.size(); ++i)
      if (infos_[i].name == name) return i;
    type.fail(fmt::format("there is no {} '{}'{}", kind_, name, suggestionFor(name, names())));
  }

  using Names = std::vector<std::string>;

  std::string kind_;
  std::vector<TypeInfo> infos_;
  std::vector<bool> act_on_frames_, act_on_scalars_, act_on_axisymmetric_;
  std::vector<std::function<std::unique_ptr<Product>(const CaseNode&, const Names&, const Names&, Args...)>> makers_;
  std::vector<std::function<void(const CaseNode&, const Names&, const Names&)>> readers_;
  std::vector<ParameterInfo> common_infos_;
  Names other_keys_{"type"}, former_keys_;
  std::function<void(const CaseNode&, Product*)> read_common_;  // empty if there are no common parameters
};

}  // namespace tenon::base
