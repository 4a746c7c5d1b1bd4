// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Prescribed.hpp"

#include <fmt/format.h>

namespace tenon::constraint {

void Prescribed::declare(base::Parameters<Data>& p) {
  declareAffineDisplacement(p);
  p.optional("field", &Data::field, "length",
             "instead of values and gradient: displacement components as functions of x, y, z, t, or from a file");
  p.optional("history", &Data::history, "", "time factor of the displacement, piecewise linear between the entries");
}

Prescribed::Prescribed(Data data, const fem::Domain& domain)
    : GroupCondition("prescribed", data.group, domain), data_(std::move(data)), factor_(data_.history(0.0)) {
  if (!data_.field.isGiven()) {
    components_ = data_.components(domain);
    return;
  }
  if (data_.values != base::ComponentValues{} || !data_.gradient.isZero(0.0))
    throw base::InputError(fmt::format("{}: 'field' cannot be combined with 'values' or 'gradient'.", name()));
  field_.emplace(data_.field, domain, std::vector<base::LocalIndex>(nodes().begin(), nodes().end()), name());
  for (int c = 0; c < domain.state.block(); ++c)
    if (field_->has(c)) components_.push_back(c);
}

double Prescribed::valueAt(base::LocalIndex node, int component) const {
  if (field_) return field_->atNode(component, node, time_);
  return data_(component, domain().mesh.points().data() + 3 * static_cast<std::size_t>(node));
}

void Prescribed::constrain(ConstrainedDofs& dofs) const {
  for (const base::LocalIndex node : nodes())
    for (const int component : components_) dofs.constrain(node, component, factor_ * valueAt(node, component), *this);
}

}  // namespace tenon::constraint
