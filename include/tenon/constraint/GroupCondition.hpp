#pragma once
#include <gsl/span>

#include "tenon/base/algebra.hpp"
#include "tenon/constraint/Condition.hpp"
#include "tenon/fem/Domain.hpp"

namespace tenon::constraint {

/// What conditions on a named group have in common: the group's nodes. A new one derives from it and writes hold() or
/// direct().
class GroupCondition : public Condition {
 public:
  /// Collective. `type`: as in case files. InputError where the mesh has no such group, or one without nodes.
  GroupCondition(const std::string& type, const std::string& group, const fem::Domain& domain);

  const std::string& name() const final { return name_; }
  const la::State& state() const final { return domain_.state; }
  const std::vector<base::LocalIndex>& nodes() const final { return nodes_; }
  std::int64_t nodeTag(base::LocalIndex node) const final {
    return domain_.mesh.nodeTags()[static_cast<std::size_t>(node)];
  }

 protected:
  const fem::Domain& domain() const { return domain_; }
  /// Those of nodes() that this rank owns.
  gsl::span<const base::LocalIndex> ownedNodes() const { return {nodes_.data(), num_owned_}; }
  base::Vec3 place(base::LocalIndex node) const {
    return Eigen::Map<const base::Vec3>(domain_.mesh.points().data() + 3 * static_cast<std::size_t>(node));
  }
  /// Collective. InputError for more than 1,000 nodes: a condition on their sum couples each with each, which fills a
  /// dense block of the matrix.
  void requireFewNodes() const;

 private:
  std::string name_;
  fem::Domain domain_;
  std::vector<base::LocalIndex> nodes_;
  std::size_t num_owned_;
};

}  // namespace tenon::constraint
