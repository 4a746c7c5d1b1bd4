#pragma once
#include <vector>

#include "Deal.hpp"
#include "tenon/contact/ExactRows.hpp"

namespace tenon::contact {

/// Exact constraints as those know them who work on the bodies. Rows stay on the ranks where they are.
class DealtConstraints : public ExactConstraints {
 public:
  /// Collective. Both have to outlive this.
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
