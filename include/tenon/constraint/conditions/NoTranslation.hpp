#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/GroupCondition.hpp"

namespace tenon::constraint {

/// The nodes of a group do not move on average: sum of u = 0 over the n nodes, each component. One node may move if
/// others make up for it.
class NoTranslation : public GroupCondition {
 public:
  struct Data {
    std::string group;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for a group of too many nodes (see requireFewNodes).
  NoTranslation(Data data, const fem::Domain& domain);
  void direct(ObliqueDirections& directions) const override;
};

}  // namespace tenon::constraint
