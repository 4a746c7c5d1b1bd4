// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "byPosition.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "fem/search/Box.hpp"

namespace tenon::contact {
namespace {

using base::Vec3;

// Inclination of the axes, so that a cut divides a row or layer of a lattice body by body.
constexpr double askew = 0.01;
constexpr int inner_percent = 90;  // share of the points; extents ignore the outer ones, which may be far away
constexpr int digit_bits = 4, digits = 64 / digit_bits;
constexpr std::uint64_t probes = (1u << digit_bits) - 1;
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

/// Returns the position of a number in the order of all doubles.
std::uint64_t orderOf(double x) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  return (bits & sign_bit) != 0 ? ~bits : bits | sign_bit;
}

/// Returns the number at a position in the order of all doubles.
double numberAt(std::uint64_t order) {
  const std::uint64_t bits = (order & sign_bit) != 0 ? order & ~sign_bit : ~order;
  double x = 0.0;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

/// Positions of the points of this rank along one axis.
class Column {
 public:
  explicit Column(std::vector<std::pair<std::uint64_t, std::int64_t>> places_and_weights)
      : places_(std::move(places_and_weights)) {
    std::sort(places_.begin(), places_.end());
    std::int64_t sum = 0;
    for (auto& [position, weight] : places_) weight = sum += weight;
  }
  std::int64_t weight() const { return places_.empty() ? 0 : places_.back().second; }
  std::int64_t weightBelow(std::uint64_t position) const {
    const auto at = std::lower_bound(places_.begin(), places_.end(), position,
                                     [](const auto& one, std::uint64_t wanted) { return one.first < wanted; });
    return at == places_.begin() ? 0 : std::prev(at)->second;
  }

 private:
  // Ascending, with the sum of the weights up to each entry.
  std::vector<std::pair<std::uint64_t, std::int64_t>> places_;
};

/// Request for the position along a column up to which the weight is the fraction `share` / `of` of
/// the total.
struct Cut {
  const Column* column;
  std::int64_t share, of;
};

/// Returns the first positions at which the weight of all ranks reaches the requested fractions,
/// digit by digit.
/// @note Collective.
std::vector<std::uint64_t> placesOf(const base::Communicator& comm, const std::vector<Cut>& cuts) {
  std::vector<std::int64_t> wanted(cuts.size());
  std::transform(cuts.begin(), cuts.end(), wanted.begin(), [](const Cut& cut) { return cut.column->weight(); });
  comm.sumInPlace(gsl::span<std::int64_t>(wanted));
  for (std::size_t i = 0; i < cuts.size(); ++i) wanted[i] = (wanted[i] * cuts[i].share + cuts[i].of - 1) / cuts[i].of;
  std::vector<std::uint64_t> places(cuts.size(), 0);
  std::vector<std::int64_t> below(probes * cuts.size());
  for (int digit = digits - 1; digit >= 0; --digit) {
    const int shift = digit * digit_bits;
    for (std::size_t i = 0; i < cuts.size(); ++i)
      for (std::uint64_t k = 1; k <= probes; ++k)
        below[probes * i + k - 1] = cuts[i].column->weightBelow(places[i] | k << shift);
    comm.sumInPlace(gsl::span<std::int64_t>(below));
    for (std::size_t i = 0; i < cuts.size(); ++i)
      for (std::uint64_t k = probes; k > 0; --k)
        if (below[probes * i + k - 1] < wanted[i]) {
          places[i] |= k << shift;
          break;
        }
  }
  return places;
}

/// Ranks that are not yet separated, and the points of this rank that belong to them.
struct Group {
  int first, count;
  std::vector<std::size_t> points;
};

/// Recursive bisection of ranks and points.
class Bisection {
 public:
  Bisection(const base::Communicator& comm, const std::vector<Vec3>& points, const std::vector<std::int64_t>& weights)
      : comm_(comm), points_(points), weights_(weights), ranks_(points.size()) {
    std::vector<std::size_t> all(points.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    add({0, comm.size(), std::move(all)});
  }

  /// Returns the rank of each point. @note Collective.
  std::vector<int> ranks() {
    while (!groups_.empty()) halve();
    return ranks_;
  }

 private:
  void add(Group group) {
    if (group.count > 1)
      groups_.push_back(std::move(group));
    else
      for (const std::size_t point : group.points) ranks_[point] = group.first;
  }

  std::uint64_t placeAlong(int axis, std::size_t point) const {
    const Vec3& x = points_[point];
    return orderOf(x[axis] + askew * (x[(axis + 1) % 3] + askew * x[(axis + 2) % 3]));
  }

  Column columnOf(const Group& group, int axis) const {
    std::vector<std::pair<std::uint64_t, std::int64_t>> places;
    places.reserve(group.points.size());
    for (const std::size_t point : group.points) places.emplace_back(placeAlong(axis, point), weights_[point]);
    return Column(std::move(places));
  }

  /// Halves every group. @note Collective.
  void halve() {
    std::vector<Column> columns;  // three for each group
    for (const Group& group : groups_)
      for (int axis = 0; axis < 3; ++axis) columns.push_back(columnOf(group, axis));
    std::vector<Cut> ends, cuts;
    for (const Column& column : columns)
      for (const int percent : {(100 - inner_percent) / 2, (100 + inner_percent) / 2})
        ends.push_back({&column, percent, 100});
    const std::vector<std::uint64_t> ends_at = placesOf(comm_, ends);
    std::vector<int> axes;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      axes.push_back(widest(ends_at.data() + 6 * g));
      const auto column = 3 * g + static_cast<std::size_t>(axes.back());
      cuts.push_back({&columns[column], groups_[g].count / 2, groups_[g].count});
    }
    const std::vector<std::uint64_t> at = placesOf(comm_, cuts);
    const std::vector<Group> whole = std::exchange(groups_, {});
    for (std::size_t g = 0; g < whole.size(); ++g) split(whole[g], axes[g], at[g]);
  }

  static int widest(const std::uint64_t* ends) {
    int widest = 0;
    double most = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
      const double width = numberAt(ends[2 * axis + 1]) - numberAt(ends[2 * axis]);
      if (width > most) widest = axis, most = width;
    }
    return widest;
  }

  void split(const Group& whole, int axis, std::uint64_t at) {
    const int half = whole.count / 2;
    Group lower{whole.first, half, {}}, upper{whole.first + half, whole.count - half, {}};
    for (const std::size_t point : whole.points)
      (placeAlong(axis, point) <= at ? lower : upper).points.push_back(point);
    add(std::move(lower));
    add(std::move(upper));
  }

  const base::Communicator& comm_;
  const std::vector<Vec3>& points_;
  const std::vector<std::int64_t>& weights_;
  std::vector<Group> groups_;  // groups of more than one rank, equal on all ranks
  std::vector<int> ranks_;     // [points]
};

void orderByPosition(const std::vector<Vec3>& points, gsl::span<std::size_t> order) {
  if (order.size() < 3) return;
  fem::Box box;
  for (const std::size_t point : order) box.include(points[point]);
  int axis = 0;
  (box.high - box.low).maxCoeff(&axis);
  const auto half = order.begin() + static_cast<std::ptrdiff_t>(order.size() / 2);
  std::nth_element(order.begin(), half, order.end(), [&](std::size_t a, std::size_t b) {
    return std::make_pair(points[a][axis], a) < std::make_pair(points[b][axis], b);
  });
  orderByPosition(points, order.first(order.size() / 2));
  orderByPosition(points, order.subspan(order.size() / 2));
}

}  // namespace

std::vector<std::size_t> orderByPosition(const std::vector<Vec3>& points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  orderByPosition(points, order);
  return order;
}

std::vector<int> partitionByPosition(const base::Communicator& comm, const std::vector<Vec3>& points,
                                     const std::vector<std::int64_t>& weights) {
  return Bisection(comm, points, weights).ranks();
}

}  // namespace tenon::contact
