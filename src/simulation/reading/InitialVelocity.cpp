// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "InitialVelocity.hpp"

#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::simulation {

void InitialVelocity::declare(base::Parameters<InitialVelocity>& p) {
  p.optional("velocity", &InitialVelocity::velocity, "length/time", "uniform velocity of all nodes");
  p.optional("angular_velocity", &InitialVelocity::spin, "1/time",
             "angular velocity of the object; [0, 0, w] in plane problems")
      .formerly({"spin"});
  p.optional("about", &InitialVelocity::about, "length", "point on the axis of rotation");
}

void InitialVelocity::applyTo(system::Body& body) const {
  la::State& state = body.state();
  for (base::LocalIndex node = 0; node < body.mesh().layout().numLocal(); ++node) {
    const base::Vec3 place(body.mesh().points().data() + 3 * static_cast<std::ptrdiff_t>(node));
    const base::Vec3 v = velocity + spin.cross(place - about);
    base::Vec6 six;
    six << v, spin;
    auto i = static_cast<std::size_t>(node * state.block());
    for (const int motion : la::frameComponentsOf(state)) state.velocity()[i++] += six[motion];
  }
  state.updateGhosts();
}

}  // namespace tenon::simulation
