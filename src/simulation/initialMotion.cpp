#include "initialMotion.hpp"

namespace tenon::simulation {

void InitialMotion::declare(base::Parameters<InitialMotion>& p) {
  p.optional("velocity", &InitialMotion::velocity, "length/time", "of all nodes alike");
  p.optional("spin", &InitialMotion::spin, "1/time", "angular velocity, [0, 0, w] in plane problems");
  p.optional("about", &InitialMotion::about, "length", "a point that the spin leaves where it is");
}

void InitialMotion::giveTo(system::Body& body) const {
  la::State& state = body.state();
  const int block = state.block();
  for (base::LocalIndex node = 0; node < body.mesh().layout().numLocal(); ++node) {
    const base::Vec3 place(body.mesh().points().data() + 3 * static_cast<std::ptrdiff_t>(node));
    const base::Vec3 v = velocity + spin.cross(place - about);
    for (int i = 0; i < block; ++i) state.velocity()[static_cast<std::size_t>(node * block + i)] = v[i];
  }
  state.updateGhosts();
}

}  // namespace tenon::simulation
