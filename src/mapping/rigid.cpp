#include <fmt/format.h>

#include <cstdlib>

#include "children.hpp"
#include "tenon/fem/nodesOfTags.hpp"
#include "tenon/mapping/Rigid.hpp"

namespace tenon::mapping {
namespace {

/// The rigid bodies that carry a child.
class Carriers {
 public:
  Carriers(const char* type, const Rigid::Data& data, const fem::Domain& child, const fem::FindDomain& find)
      : data_(data), child_(child), parent_(find(data.parent)), name_(nameOf(type, data, child)) {}

  static std::string nameOf(const char* type, const Rigid::Data& data, const fem::Domain& child) {
    return fmt::format("{} {} on {}", type, child.object, data.parent);
  }

  void requireFrames(const fem::Domain& domain) const {
    if (domain.state.kind() != la::Kind::frames)
      refuse(fmt::format("{}: '{}' has no rigid bodies.", name_, domain.object));
  }

  /// Collective.
  WeightTable weights() const {
    requireFrames(parent_);
    if (!data_.body.empty() && !data_.parts.empty())
      refuse(fmt::format("{}: give one 'body' for all, or 'parts', not both.", name_));
    if (!data_.parts.empty()) return byParts();
    if (data_.body.empty()) return oneEach(nearestNodes(child_, ownNodes(child_), parent_));
    return oneEach({ownNodes(child_).size(), bodyOf(data_.body)});
  }

 private:
  WeightTable byParts() const {
    std::vector<std::string> groups;
    std::vector<GlobalIndex> bodies, followed;
    for (const auto& part : data_.parts) groups.push_back(part.group), bodies.push_back(bodyOf(part.body));
    for (const std::size_t part : partOfEach(child_, groups, name_)) followed.push_back(bodies[part]);
    return oneEach(followed);
  }

  /// Collective. By its name, which is a group of one node, or its number.
  GlobalIndex bodyOf(const std::string& body) const {
    char* end = nullptr;
    const std::int64_t number = std::strtoll(body.c_str(), &end, 10);
    if (*end == '\0') return fem::nodesOfTags(parent_, {number}, name_).front();
    const std::vector<LocalIndex> nodes = ownNodes(parent_, body);
    const base::Communicator& comm = parent_.mesh.comm();
    if (comm.sum(static_cast<long>(nodes.size())) != 1)
      refuse(fmt::format("{}: '{}' of '{}' has several bodies; one can carry a node.", name_, body, parent_.object));
    return GlobalIndex(comm.max(nodes.empty() ? PetscInt(-1) : parent_.mesh.layout().global(nodes.front()).value()));
  }

  const Rigid::Data& data_;
  const fem::Domain& child_;
  const fem::Domain& parent_;
  std::string name_;
};

void declareCarriers(base::Parameters<Rigid::Data>& p) {
  p.required("parent", &Rigid::Data::parent, "", "object with rigid bodies");
  p.optional("body", &Rigid::Data::body, "",
             "name or number of the one that carries all nodes; default: the nearest carries each");
  p.optional("parts", &Rigid::Data::parts, "",
             "instead: groups of this object, which have all of its nodes, and the body that carries each");
}

}  // namespace

void Rigid::declare(base::Parameters<Data>& p) {
  declareCarriers(p);
}

Rigid::Rigid(const Data& data, const fem::Domain& child, const fem::FindDomain& find)
    : NodalWeights(Carriers::nameOf("rigid", data, child), child.state, {&find(data.parent).state},
                   Carriers("rigid", data, child, find).weights()) {}

void RelativeFrames::declare(base::Parameters<Data>& p) {
  declareCarriers(p);
}

RelativeFrames::RelativeFrames(const Data& data, const fem::Domain& child, const fem::FindDomain& find)
    : NodalWeights(Carriers::nameOf("relative-frames", data, child), child.state, {&find(data.parent).state}, [&] {
        const Carriers carriers("relative-frames", data, child, find);
        carriers.requireFrames(child);
        return carriers.weights();
      }()) {}

}  // namespace tenon::mapping
