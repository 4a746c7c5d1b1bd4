#include "tenon/constraint/Prescribed.hpp"

namespace tenon::constraint {

void Prescribed::declare(base::Parameters<Data>& p) {
  declareAffineMotion(p);
  p.optional("history", &Data::history, "", "factor of the displacement in time, linear between the entries");
}

Prescribed::Prescribed(Data data, const fem::Domain& domain)
    : GroupCondition("prescribed", data.group, domain),
      data_(std::move(data)),
      components_(data_.components(domain)),
      factor_(data_.history(0.0)) {}

void Prescribed::hold(HeldUnknowns& held) const {
  const auto points = domain().mesh.points();
  for (const base::LocalIndex node : nodes())
    for (const int component : components_)
      held.hold(node, component, factor_ * data_(component, points.data() + 3 * static_cast<std::size_t>(node)), *this);
}

}  // namespace tenon::constraint
