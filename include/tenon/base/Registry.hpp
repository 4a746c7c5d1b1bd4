#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tenon/base/Parameters.hpp"

namespace tenon::base {

/// One named type of a registry, as `tenon list` shows it.
struct TypeInfo {
  std::string name, help;
  std::vector<ParameterInfo> parameters;
};

/// The types of one kind ("force", "constraint", ...), by the names that case files use.
///
/// A type T is registered by one line, `registry.add<T>("name", "what it does")`, and needs
///   struct T::Data;                                    its parameters, a plain struct
///   static void T::declare(Parameters<T::Data>&);      their names, units, defaults, help
///   T(T::Data, Args...);
template <class Product, class... Args>
class Registry {
 public:
  explicit Registry(std::string kind) : kind_(std::move(kind)) {}

  template <class T>
  void add(const std::string& name, const std::string& help) {
    Parameters<typename T::Data> table;
    T::declare(table);
    infos_.push_back({name, help, table.infos()});
    makers_.push_back([table](const CaseNode& node, Args... args) -> std::unique_ptr<Product> {
      return std::make_unique<T>(table.read(node), args...);
    });
    readers_.push_back([table](const CaseNode& node) { table.read(node); });
  }

  const std::string& kind() const { return kind_; }
  const std::vector<TypeInfo>& types() const { return infos_; }
  std::vector<std::string> names() const {
    std::vector<std::string> list;
    for (const auto& info : infos_) list.push_back(info.name);
    return list;
  }

  /// Makes what the block's `type` names, from the block's other keys. InputError for an unknown type.
  std::unique_ptr<Product> make(const CaseNode& node, Args... args) const {
    return makers_[indexOf(node)](node, args...);
  }

  /// Reads the block as make() does, but makes nothing: for a case whose mesh could not be read.
  void check(const CaseNode& node) const { readers_[indexOf(node)](node); }

 private:
  std::size_t indexOf(const CaseNode& node) const {
    const CaseNode type = node["type"];
    const std::string name = type.text();
    for (std::size_t i = 0; i < infos_.size(); ++i)
      if (infos_[i].name == name) return i;
    type.fail(fmt::format("there is no {} '{}'{}", kind_, name, didYouMean(name, names())));
  }

  std::string kind_;
  std::vector<TypeInfo> infos_;
  std::vector<std::function<std::unique_ptr<Product>(const CaseNode&, Args...)>> makers_;
  std::vector<std::function<void(const CaseNode&)>> readers_;
};

}  // namespace tenon::base
