#pragma once
#include <vector>

#include "Deal.hpp"
#include "tenon/contact/ExactRows.hpp"

namespace tenon::contact {

/// Exact constraints in the numbering of the ranks that work on the bodies. Rows stay on their
/// ranks.
class DealtConstraints : public ExactConstraints {
 public:
  /// Wraps the constraints of the owners. Both arguments must outlive this object.
  /// @note Collective.
  DealtConstraints(const Deal& deal, ExactConstraints& of_owners);

  const ExactRows& rows() const override { return rows_; }
  void follow(const std::vector<double>& increments) override;

 private:
  void renumber();

  const Deal& deal_;
  ExactConstraints& of_owners_;
  ExactRows rows_;
};

}  // namespace tenon::contact
