// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Fixed.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tenon/base/suggest.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::constraint {

void Fixed::declare(base::Parameters<Data>& p) {
  p.required("group", &Data::group, "", "group of any dimension whose displacements are constrained to zero");
  p.optional("components", &Data::components, "",
             "constrained components: x, y, z, and rx, ry, rz of rigid bodies; default: all");
}

Fixed::Fixed(Data data, const fem::Domain& domain) : GroupCondition("fixed", data.group, domain) {
  static const char* const motions[] = {"x", "y", "z", "rx", "ry", "rz"};
  std::vector<std::string> axes;
  for (const int motion : la::frameComponentsOf(state())) axes.emplace_back(motions[motion]);
  if (data.components.empty()) data.components = axes;
  for (const std::string& component : data.components) {
    if (!base::contains(axes, component))
      throw base::InputError(fmt::format("'{}': there is no component '{}'; the choices are: {}.", name(), component,
                                         fmt::join(axes, ", ")));
    components_.push_back(static_cast<int>(std::find(axes.begin(), axes.end(), component) - axes.begin()));
  }
  const auto turning = std::count_if(components_.begin(), components_.end(), [](int c) { return c >= 3; });
  if (turning != 0 && turning != 3)
    throw base::InputError(
        fmt::format("'{}': in 3D, either all three rotations of a node must be constrained or none. Use a joint to the "
                    "ground to constrain one or two rotations, or a bushing to restrain them elastically.",
                    name()));
}

void Fixed::constrain(ConstrainedDofs& dofs) const {
  for (const base::LocalIndex node : nodes())
    for (const int component : components_) dofs.constrain(node, component, 0.0, *this);
}

}  // namespace tenon::constraint
