#include "tenon/constraint/joints/Joint.hpp"

#include <fmt/format.h>

#include "jointRows.hpp"
#include "tenon/base/collectively.hpp"
#include "tenon/base/slopeBefore.hpp"
#include "tenon/constraint/unitVector.hpp"
#include "tenon/la/NodeFrame.hpp"

namespace tenon::constraint {

using base::Vec3;

namespace {

constexpr std::size_t motions_per_side = 6;

bool turns(const fem::Domain& domain) {
  return domain.state.kind() == la::Kind::frames;
}

std::string nameOf(const char* type, const JointEnds& ends) {
  if (!ends.name.empty()) return ends.name;
  if (ends.second.object.empty()) return fmt::format("{} of {}", type, ends.first.name());
  return ends.nameOf(type);
}

}  // namespace

void readValue(const base::CaseNode& node, Drive& drive) {
  drive.given = node.number();
}

std::string printValue(const Drive& drive) {
  return drive.given ? base::printValue(*drive.given) : "not driven";
}

/// A joint's rows at the present configuration.
struct Joint::Linearised {
  JointPlace place;
  base::Mat3 rotation_a, rotation_b;

  double row(const Row& row, JointSlopes& slopes) const {
    switch (row.kind) {
      case Row::Kind::point:
        return pointRow(place, row.a, slopes) - row.value;
      case Row::Kind::direction:
        return directionRow(rotation_a * row.a, rotation_b * row.b, slopes);
      case Row::Kind::sliding:
        return slidingRow(place, rotation_a * row.a, slopes) - row.value;
    }
    return 0.0;
  }
  void addStiffness(const Row& row, double lambda, JointStiffness& K) const {
    switch (row.kind) {
      case Row::Kind::point:
        return addPointStiffness(place, row.a, lambda, K);
      case Row::Kind::direction:
        return addDirectionStiffness(rotation_a * row.a, rotation_b * row.b, lambda, K);
      case Row::Kind::sliding:
        return addSlidingStiffness(place, rotation_a * row.a, lambda, K);
    }
  }
};

Joint::Joint(const char* type, const JointEnds& ends, const fem::FindDomain& find, bool needs_frames)
    : name_(nameOf(type, ends)) {
  objects_.push_back(&find(ends.first.object));
  const bool has_second = !ends.second.object.empty();
  if (has_second) objects_.push_back(&find(ends.second.object));
  for (const fem::Domain* object : objects_)
    if (needs_frames && !turns(*object))
      throw base::InputError(
          fmt::format("{}: a node of '{}' does not turn, as both sides of this joint have to: ball joints at several "
                      "nodes hold a part of a mesh.",
                      name_, object->object));
  if (!has_second && !ends.pairs.list.empty())
    throw base::InputError(fmt::format("{}: `pairs` need a `second` object.", name_));
  tuples_ = std::make_unique<fem::NodeTuples>(has_second ? ends.find(find, name_)
                                                         : fem::singleNodes(*objects_.front(), ends.first.group));
  for (LocalIndex i = 0; i < tuples_->size(); ++i)
    if (tuples_->isOwned(i)) owned_.push_back(i);
  const base::Communicator& comm = first().mesh.comm();
  const bool any = comm.any(!owned_.empty());
  base::collectively(comm, [&] {
    if (!any) throw base::InputError(fmt::format("The constraint '{}' acts on no node.", name_));
    placeJoints(ends);
  });
}

void Joint::placeJoints(const JointEnds& ends) {
  const std::size_t at_node = objects_.size() == 2 && turns(first()) && !turns(*objects_[1]) ? 1 : 0;
  for (LocalIndex i = 0; i < tuples_->size(); ++i) {
    const auto rest = [&](std::size_t side) {
      return la::NodeFrame::of(objects_[side]->state, (*tuples_)[i][side]).rest;
    };
    at_.push_back(ends.at.given.value_or(rest(at_node)));
    for (std::size_t side = 0; side < objects_.size(); ++side)
      fem::requireAtNode(*objects_[side], (*tuples_)[i][side], at_.back(), name_);
  }
}

void Joint::joinPoints() {
  for (int c = 0; c < first().dimension(); ++c) addRow({Row::Kind::point, Vec3::Unit(c)});
}

void Joint::joinRotations() {
  addRow({Row::Kind::direction, Vec3::UnitX(), Vec3::UnitY()});
  if (isPlane()) return;
  addRow({Row::Kind::direction, Vec3::UnitY(), Vec3::UnitZ()});
  addRow({Row::Kind::direction, Vec3::UnitZ(), Vec3::UnitX()});
}

void Joint::drive(Row& row, double factor, const base::History& history, double time) {
  row.value = factor * history(time);
  row.rate = factor * base::slopeBefore(history, time);
}

Joint::Linearised Joint::at(LocalIndex joint) const {
  const Vec3& point = at_[static_cast<std::size_t>(joint)];
  const auto side = [&](std::size_t s) {
    if (s < objects_.size()) return la::NodeFrame::of(objects_[s]->state, (*tuples_)[joint][s]);
    la::NodeFrame ground;
    ground.rest = point;
    return ground;
  };
  const la::NodeFrame a = side(0), b = side(1);
  const Vec3 arm_a = point - a.rest, arm_b = point - b.rest;
  return {{a.rotation * arm_a, b.rotation * arm_b, b.motionOf(arm_b) - a.motionOf(arm_a)}, a.rotation, b.rotation};
}

/// visit(side, unknown of its node, which of the twelve motions that is).
template <class Visit>
void Joint::forEachUnknown(Visit&& visit) const {
  for (std::size_t side = 0; side < objects_.size(); ++side) {
    int unknown = 0;
    for (const int motion : la::motionsOf(objects_[side]->state))
      visit(side, unknown++, static_cast<Eigen::Index>(motions_per_side * side) + motion);
  }
}

void Joint::addViolation(gsl::span<double> phi) const {
  JointSlopes slopes;
  std::size_t next = 0;
  for (const LocalIndex joint : owned_) {
    const Linearised now = at(joint);
    for (const Row& row : rows_) phi[next++] += now.row(row, slopes);
  }
}

void Joint::addRate(gsl::span<double> rate) const {
  std::size_t next = 0;
  for (const LocalIndex joint : owned_) {
    const Linearised now = at(joint);
    for (const Row& row : rows_) rate[next++] += (now.rotation_a * row.a).dot(now.rotation_b * row.b_rate) - row.rate;
  }
}

void Joint::addJacobian(JacobianRows& G) const {
  JointSlopes slopes;
  LocalIndex number = 0;
  for (const LocalIndex joint : owned_) {
    const Linearised now = at(joint);
    for (const Row& row : rows_) {
      now.row(row, slopes);
      forEachUnknown([&](std::size_t side, int unknown, Eigen::Index motion) {
        const la::State& state = objects_[side]->state;
        G.add(number, state, state.layout().global((*tuples_)[joint][side]), unknown, slopes[motion]);
      });
      ++number;
    }
  }
}

void Joint::setMultipliers(gsl::span<const double> lambda) {
  multipliers_ = tuples_->fromOwners(lambda, block());
}

void Joint::addGeometricStiffness(la::StiffnessMatrix& K) const {
  std::vector<std::vector<Eigen::Index>> motions(objects_.size());
  forEachUnknown([&](std::size_t side, int, Eigen::Index motion) { motions[side].push_back(motion); });
  JointStiffness stiffness;
  for (LocalIndex joint = 0; joint < tuples_->size(); ++joint) {
    const Linearised now = at(joint);
    stiffness.setZero();
    auto number = static_cast<std::size_t>(joint * block());
    for (const Row& row : rows_) now.addStiffness(row, multipliers_.empty() ? 0.0 : multipliers_[number++], stiffness);
    for (std::size_t p = 0; p < objects_.size(); ++p)
      for (std::size_t q = 0; q < objects_.size(); ++q)
        K.forceOn(objects_[p]->state).byPositionOf(objects_[q]->state)((*tuples_)[joint][p], (*tuples_)[joint][q]) +=
            stiffness(motions[p], motions[q]);
  }
}

std::vector<Constraint::RowPlace> Joint::places() const {
  std::vector<RowPlace> places;
  for (const LocalIndex joint : owned_)
    for (int r = 0; r < block(); ++r) places.push_back({&first().state, (*tuples_)[joint][0], block() > 1 ? r : -1});
  return places;
}

}  // namespace tenon::constraint
