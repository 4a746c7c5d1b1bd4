#pragma once
#include "tenon/constraint/Condition.hpp"
#include "tenon/fem/Domain.hpp"

namespace tenon::constraint {

/// What conditions on a named group have in common: the group's nodes. A new one derives from it and writes hold().
class GroupCondition : public Condition {
 public:
  /// Collective. `type`: as in case files. InputError where the mesh has no such group.
  GroupCondition(const std::string& type, const std::string& group, const fem::Domain& domain);

  const std::string& name() const final { return name_; }
  const la::State& state() const final { return domain_.state; }
  const std::vector<base::LocalIndex>& nodes() const final { return nodes_; }
  std::int64_t nodeTag(base::LocalIndex node) const final {
    return domain_.mesh.nodeTags()[static_cast<std::size_t>(node)];
  }

 protected:
  const fem::Domain& domain() const { return domain_; }

 private:
  std::string name_;
  fem::Domain domain_;
  std::vector<base::LocalIndex> nodes_;
};

}  // namespace tenon::constraint
