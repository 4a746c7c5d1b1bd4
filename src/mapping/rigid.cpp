// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "Rigid.hpp"
#include "children.hpp"

namespace tenon::mapping {
namespace {

/// Rigid bodies to which the nodes of a child are attached.
class BodyAssignment {
 public:
  BodyAssignment(const char* type, const Rigid::Data& data, const fem::Domain& child, const fem::FindDomain& find)
      : data_(data), child_(child), parent_(find(data.parent)), name_(nameOf(type, data, child)) {}

  static std::string nameOf(const char* type, const Rigid::Data& data, const fem::Domain& child) {
    return fmt::format("{} {} on {}", type, child.object, data.parent);
  }

  /// Returns the body of each node of the child. @note Collective.
  WeightTable weights() const {
    requireFrames(parent_, name_);
    if (!data_.body.empty() && !data_.parts.empty())
      refuse(fmt::format("{}: specify either one 'body' for all nodes or 'parts', but not both.", name_));
    if (!data_.parts.empty()) return byParts();
    if (data_.body.empty()) return unitWeights(nearestNodes(child_, ownNodes(child_), parent_));
    return unitWeights({ownNodes(child_).size(), bodyOf(parent_, data_.body, name_)});
  }

 private:
  WeightTable byParts() const {
    std::vector<std::string> groups;
    std::vector<GlobalIndex> bodies, parent_nodes;
    for (const auto& part : data_.parts)
      groups.push_back(part.group), bodies.push_back(bodyOf(parent_, part.body, name_));
    for (const std::size_t part : groupOfEachNode(child_, groups, name_)) parent_nodes.push_back(bodies[part]);
    return unitWeights(parent_nodes);
  }

  const Rigid::Data& data_;
  const fem::Domain& child_;
  const fem::Domain& parent_;
  std::string name_;
};

void declareBodies(base::Parameters<Rigid::Data>& p) {
  p.required("parent", &Rigid::Data::parent, "", "object with rigid bodies");
  p.optional(
      "body", &Rigid::Data::body, "",
      "name or number of the rigid body to which all nodes are attached; default: the nearest body for each node");
  p.optional(
      "parts", &Rigid::Data::parts, "",
      "instead of `body`: groups of this object that together contain all of its nodes, and the body of each group");
}

}  // namespace

void Rigid::declare(base::Parameters<Data>& p) {
  declareBodies(p);
}

Rigid::Rigid(const Data& data, const fem::Domain& child, const fem::FindDomain& find)
    : NodalWeights(BodyAssignment::nameOf("rigid", data, child), child.state, {&find(data.parent).state},
                   BodyAssignment("rigid", data, child, find).weights()) {}

void RelativeFrames::declare(base::Parameters<Data>& p) {
  declareBodies(p);
}

RelativeFrames::RelativeFrames(const Data& data, const fem::Domain& child, const fem::FindDomain& find)
    : NodalWeights(BodyAssignment::nameOf("relative-frames", data, child), child.state, {&find(data.parent).state},
                   [&] {
                     requireFrames(child, BodyAssignment::nameOf("relative-frames", data, child));
                     return BodyAssignment("relative-frames", data, child, find).weights();
                   }()) {}

}  // namespace tenon::mapping
