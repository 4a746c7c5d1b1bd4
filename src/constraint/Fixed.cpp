#include "tenon/constraint/Fixed.hpp"

#include <fmt/format.h>

#include "tenon/base/suggest.hpp"

namespace tenon::constraint {

void Fixed::declare(base::Parameters<Data>& p) {
  p.required("group", &Data::group, "", "group of any dimension whose nodes are held at 0");
  p.optional("components", &Data::components, "", "components that are held, of x, y, z; default: all of them");
}

Fixed::Fixed(Data data, const fem::Domain& domain) : GroupCondition("fixed", data.group, domain) {
  std::vector<std::string> axes{"x", "y", "z"};
  axes.resize(static_cast<std::size_t>(state().block()));
  if (data.components.empty()) data.components = axes;
  for (const std::string& component : data.components) {
    if (!base::contains(axes, component))
      throw base::InputError(
          fmt::format("'{}': there is no component '{}'; there are: {}.", name(), component, fmt::join(axes, ", ")));
    components_.push_back(component[0] - 'x');
  }
}

void Fixed::hold(HeldUnknowns& held) const {
  for (const base::LocalIndex node : nodes())
    for (const int component : components_) held.hold(node, component, 0.0, *this);
}

}  // namespace tenon::constraint
