#pragma once
#include <cstddef>
#include <gsl/span>

#include "tenon/constraint/Constraint.hpp"

namespace tenon::system {

/// Whether a row is one of a block's slips, which follow its gap.
bool isSlip(const constraint::Constraint& constraint, std::size_t row);

/// The nearest multipliers that the constraint may have, [this rank's rows], in place: Descriptor::project().
void toAdmissible(const constraint::Constraint& constraint, gsl::span<double> lambda);

}  // namespace tenon::system
