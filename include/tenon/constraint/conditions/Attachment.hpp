#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/Condition.hpp"
#include "tenon/fem/Side.hpp"

namespace tenon::constraint {

/// Two nodes by their numbers in the mesh files.
struct NodePair {
  std::int64_t first, second;
};
void readValue(const base::CaseNode& node, std::vector<NodePair>& pairs);
std::string printValue(const std::vector<NodePair>& pairs);
inline const char* typeName(const std::vector<NodePair>*) {
  return "[[number, number], ..]";
}

/// Nodes of two objects (or of one) that move together, u_a = u_b, wherever they lie: pairs by their numbers, or each
/// node of a group with the nearest one of another group. A node is in one pair at most.
class Attachment : public Condition {
 public:
  struct Data {
    std::vector<std::string> objects, groups;
    std::vector<NodePair> nodes;
    double distance = 0;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError where neither groups nor nodes are given, or both; for objects of different dimension; for
  /// a node that is not there; for a nearest node that is farther away than the distance allowed.
  Attachment(Data data, const fem::FindDomain& find);

  const std::string& name() const override { return name_; }
  /// Of the first object.
  const la::State& state() const override { return first_->state; }
  const std::vector<base::LocalIndex>& nodes() const override { return nodes_; }
  std::int64_t nodeTag(base::LocalIndex node) const override {
    return first_->mesh.nodeTags()[static_cast<std::size_t>(node)];
  }
  void direct(ObliqueDirections& directions) const override;

 private:
  void pairNearest(const Data& data);
  void pairByNumbers(const Data& data);

  std::string name_;
  const fem::Domain *first_ = nullptr, *second_ = nullptr;
  std::vector<base::LocalIndex> nodes_;      // of the first object, owned
  std::vector<base::GlobalIndex> partners_;  // of the second one, for each of them
};

}  // namespace tenon::constraint
