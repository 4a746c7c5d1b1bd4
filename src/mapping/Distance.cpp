#include "tenon/mapping/Distance.hpp"

#include <fmt/format.h>

#include "motions.hpp"
#include "tenon/base/collectively.hpp"

namespace tenon::mapping {
namespace {

using base::Vec3;

std::string nameOfDistance(const TupleSource& data) {
  return fmt::format("distance on {}", fmt::join(data.parent, ", "));
}

Tuples tuplesOf(la::State& parent, const std::vector<GlobalIndex>& segments) {
  std::vector<std::int64_t> positions;
  const auto mine = static_cast<std::int64_t>(segments.size() / 2);
  const std::int64_t first = parent.layout().comm().exclusiveSum(static_cast<long>(mine));
  for (std::int64_t i = 0; i < mine; ++i) positions.push_back(first + i);
  return dealTuples({&parent, &parent}, segments, positions);
}

}  // namespace

void Distance::declare(base::Parameters<Data>& p) {
  TupleSource::declare(p, "pairs of nodes", "lines");
}

Distance::Distance(std::string name, const Tuples& tuples) : TupleMapping(std::move(name), tuples) {
  base::collectively(tuples.parents.front()->layout().comm(), [&] {
    for (LocalIndex i = 0; i < numOwned(); ++i)
      if (betweenAtRest(i).isZero(0.0))
        throw base::InputError(
            fmt::format("{}: a segment has zero length, so that its direction is undefined.", this->Distance::name()));
  });
}

Distance::Distance(const Data& data, const fem::FindDomain& find)
    : Distance(nameOfDistance(data), findTuples(data, 2, find, nameOfDistance(data))) {}

Distance::Distance(const std::string& child_name, const fem::Domain& parent, const std::vector<GlobalIndex>& segments)
    : Distance(fmt::format("distance {} on {}", child_name, parent.object), tuplesOf(parent.state, segments)) {
  makeChild(child_name, parent.mesh.comm());
}

Vec3 Distance::betweenAtRest(LocalIndex i) const {
  const auto nodes = followed(i);
  return placeAtRest(*nodes[1].state, nodes[1].node) - placeAtRest(*nodes[0].state, nodes[0].node);
}

Vec3 Distance::partedBy(LocalIndex i) const {
  const auto nodes = followed(i);
  const auto moved = [](const Followed& one) { return translationOf(*one.state, one.state->displacement(), one.node); };
  return moved(nodes[1]) - moved(nodes[0]);
}

std::vector<double> Distance::rest() const {
  std::vector<double> lengths;
  for (LocalIndex i = 0; i < numOwned(); ++i) lengths.push_back(betweenAtRest(i).norm());
  return lengths;
}

// Evaluates l - L as (l^2 - L^2) / (l + L), without loss of digits for small displacements.
void Distance::evaluate(LocalIndex i, double* displacement) const {
  const Vec3 rest = betweenAtRest(i), parted = partedBy(i), now = rest + parted;
  *displacement = parted.dot(now + rest) / (now.norm() + rest.norm());
}

void Distance::differentiate(LocalIndex i, double* J) const {
  const Vec3 n = between(i).normalized();
  const auto nodes = followed(i);
  for (std::size_t place = 0; place < 2; ++place) {
    for (int c = 0; c < nodes[place].state->dimension(); ++c) J[c] = place == 0 ? -n[c] : n[c];
    J += nodes[place].state->block();
  }
}

void Distance::accelerate(LocalIndex i, double* a) const {
  const auto nodes = followed(i);
  const auto velocity = [](const Followed& one) { return translationOf(*one.state, one.state->velocity(), one.node); };
  const Vec3 d = between(i), n = d.normalized(), v = velocity(nodes[1]) - velocity(nodes[0]);
  *a = (v - n * n.dot(v)).squaredNorm() / d.norm();
}

void Distance::differentiateTwice(LocalIndex i, const double* f, double* H) const {
  const Vec3 d = between(i), n = d.normalized();
  const base::Mat3 k = *f / d.norm() * (base::Mat3::Identity() - n * n.transpose());
  const auto nodes = followed(i);
  const std::size_t size = numUnknowns(i);
  std::size_t row = 0;
  for (const Followed& a : nodes) {
    std::size_t column = 0;
    for (const Followed& b : nodes) {
      for (int r = 0; r < a.state->dimension(); ++r)
        for (int c = 0; c < b.state->dimension(); ++c)
          H[(row + static_cast<std::size_t>(r)) * size + column + static_cast<std::size_t>(c)] =
              &a == &b ? k(r, c) : -k(r, c);
      column += static_cast<std::size_t>(b.state->block());
    }
    row += static_cast<std::size_t>(a.state->block());
  }
}

}  // namespace tenon::mapping
