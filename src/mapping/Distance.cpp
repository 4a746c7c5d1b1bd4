#include "tenon/mapping/Distance.hpp"

#include <fmt/format.h>

#include <deque>
#include <map>
#include <utility>

#include "tenon/base/collectively.hpp"

namespace tenon::mapping {
namespace {

/// Vector from node a to node b of a nodal array, 0 in components that it has not.
base::Vec3 difference(const la::State& state, gsl::span<const double> nodal, LocalIndex a, LocalIndex b) {
  const auto dim = static_cast<std::size_t>(state.block());
  base::Vec3 result = base::Vec3::Zero();
  for (std::size_t i = 0; i < dim; ++i)
    result[static_cast<Eigen::Index>(i)] =
        nodal[static_cast<std::size_t>(b) * dim + i] - nodal[static_cast<std::size_t>(a) * dim + i];
  return result;
}

}  // namespace

Distance::Distance(std::string child_name, const fem::Domain& parent, const std::vector<base::GlobalIndex>& segments)
    : name_(fmt::format("distance {} on {}", child_name, parent.object)),
      parent_(parent.state),
      segments_({&parent, &parent}, segments) {
  base::collectively(parent.mesh.comm(), [&] {
    for (LocalIndex i = 0; i < segments_.size(); ++i) {
      rest_lengths_.push_back(difference(parent_, parent_.rest(), segments_[i][0], segments_[i][1]).norm());
      if (rest_lengths_.back() == 0.0)
        throw base::InputError(fmt::format("{}: a segment has no length, so no direction either.", name_));
    }
  });
  const auto layout = number();
  child_ = std::make_unique<la::State>(std::move(child_name), layout, 1,
                                       std::vector<double>(static_cast<std::size_t>(layout->numLocal()), 0.0));
}

// Every rank numbers the segments it owns and tells their numbers to the owners of their second nodes.
std::shared_ptr<const la::Layout> Distance::number() {
  struct Numbered {
    PetscInt a, b, number;
  };
  const la::Layout& nodes = parent_.layout();
  const base::Communicator& comm = nodes.comm();
  LocalIndex num_owned = 0;
  for (LocalIndex i = 0; i < segments_.size(); ++i) num_owned += segments_.isOwned(i) ? 1 : 0;
  const auto first = static_cast<PetscInt>(comm.exclusiveSum(static_cast<long>(num_owned)));

  std::vector<std::vector<Numbered>> outgoing(static_cast<std::size_t>(comm.size()));
  LocalIndex next = 0;
  child_nodes_.resize(static_cast<std::size_t>(segments_.size()));
  for (LocalIndex i = 0; i < segments_.size(); ++i) {
    if (!segments_.isOwned(i)) continue;
    const base::GlobalIndex a = nodes.global(segments_[i][0]), b = nodes.global(segments_[i][1]);
    child_nodes_[static_cast<std::size_t>(i)] = next;
    if (!nodes.isOwned(b))
      outgoing[static_cast<std::size_t>(nodes.ownerOf(b))].push_back({a.value(), b.value(), first + next});
    ++next;
  }
  std::map<std::pair<PetscInt, PetscInt>, std::deque<PetscInt>> numbers;  // of equal segments, in their order
  for (const auto& from_rank : comm.exchange(outgoing))
    for (const Numbered& one : from_rank) numbers[{one.a, one.b}].push_back(one.number);

  std::vector<base::GlobalIndex> ghosts;
  for (LocalIndex i = 0; i < segments_.size(); ++i) {
    if (segments_.isOwned(i)) continue;
    auto& equal = numbers[{nodes.global(segments_[i][0]).value(), nodes.global(segments_[i][1]).value()}];
    base::ensure(!equal.empty(), "A segment's owner does not know it.");
    child_nodes_[static_cast<std::size_t>(i)] = num_owned + static_cast<LocalIndex>(ghosts.size());
    ghosts.emplace_back(equal.front());
    equal.pop_front();
  }
  return std::make_shared<la::Layout>(comm, num_owned, std::move(ghosts));
}

Distance::Segment Distance::at(LocalIndex tuple) const {
  const la::State& parent = parent_;
  Segment segment{child_nodes_[static_cast<std::size_t>(tuple)], segments_[tuple][0], segments_[tuple][1], {}};
  segment.between = difference(parent, parent.rest(), segment.a, segment.b) +
                    difference(parent, parent.displacement(), segment.a, segment.b);
  return segment;
}

template <class Visit>
void Distance::forEachOwned(Visit&& visit) const {
  for (LocalIndex i = 0; i < segments_.size(); ++i)
    if (segments_.isOwned(i)) visit(at(i), rest_lengths_[static_cast<std::size_t>(i)]);
}

void Distance::place() {
  const la::State& parent = parent_;
  forEachOwned([&](const Segment& segment, double rest_length) {
    const base::Vec3 rest = difference(parent, parent.rest(), segment.a, segment.b);
    // l - L as (l^2 - L^2) / (l + L), which keeps its digits where motions are tiny
    child_->displacement()[static_cast<std::size_t>(segment.child)] =
        (segment.between - rest).dot(segment.between + rest) / (segment.between.norm() + rest_length);
  });
}

void Distance::addJacobian(Jacobian& J) const {
  forEachOwned([&](const Segment& segment, double) {
    const Eigen::MatrixXd n = Eigen::MatrixXd(segment.between.normalized().transpose()).leftCols(parent_.block());
    J.add(segment.child, parent_, segment.a, -n);
    J.add(segment.child, parent_, segment.b, n);
  });
}

void Distance::addAccelerationOfMotion(gsl::span<double> a) const {
  const la::State& parent = parent_;
  forEachOwned([&](const Segment& segment, double) {
    const base::Vec3 n = segment.between.normalized(), v = difference(parent, parent.velocity(), segment.a, segment.b);
    a[static_cast<std::size_t>(segment.child)] += (v - n * n.dot(v)).squaredNorm() / segment.between.norm();
  });
}

void Distance::addGeometricStiffness(gsl::span<const double> child_force, GeometricStiffness& K) const {
  forEachOwned([&](const Segment& segment, double) {
    const base::Vec3 n = segment.between.normalized();
    const double f = child_force[static_cast<std::size_t>(segment.child)];
    const base::Mat3 in_space = f / segment.between.norm() * (base::Mat3::Identity() - n * n.transpose());
    const Eigen::MatrixXd k = Eigen::MatrixXd(in_space).topLeftCorner(parent_.block(), parent_.block());
    const auto add = [&](LocalIndex row, LocalIndex column, double sign) {
      K.add(segment.child, parent_, row, parent_, column, sign * k);
    };
    add(segment.a, segment.a, 1.0), add(segment.a, segment.b, -1.0);
    add(segment.b, segment.a, -1.0), add(segment.b, segment.b, 1.0);
  });
}

}  // namespace tenon::mapping
