#include "tenon/constraint/Prescribed.hpp"

namespace tenon::constraint {

Prescribed::Prescribed(Data data, const fem::Domain& domain)
    : GroupCondition("prescribed", data.group, domain), data_(std::move(data)), components_(data_.components(domain)) {}

void Prescribed::hold(HeldUnknowns& held) const {
  const auto points = domain().mesh.points();
  for (const base::LocalIndex node : nodes())
    for (const int component : components_)
      held.hold(node, component, data_(component, points.data() + 3 * static_cast<std::size_t>(node)), *this);
}

}  // namespace tenon::constraint
