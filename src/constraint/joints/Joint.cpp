#include "tenon/constraint/joints/Joint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

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

void readValue(const base::CaseNode& node, JointPoint& point) {
  point.is_middle = node.isScalar();
  if (!point.is_middle)
    readValue(node, static_cast<fem::GivenPoint&>(point));
  else if (node.text() != "middle")
    node.fail(fmt::format("'{}' is no place: write [x, y, z], or middle.", node.text()));
}

std::string printValue(const JointPoint& point) {
  return point.is_middle ? "middle" : printValue(static_cast<const fem::GivenPoint&>(point));
}

void readValue(const base::CaseNode& node, Drive& drive) {
  drive.given = node.number();
}

std::string printValue(const Drive& drive) {
  return drive.given ? base::printValue(*drive.given) : "not driven";
}

/// A slope that a row may have: by an unknown of one side's node; `motion`: which of the twelve that is.
struct Joint::Slope {
  std::size_t side;
  int unknown, motion;
};

/// The sides whose forces and motions a part of the stiffness is of.
struct Joint::Pair {
  std::size_t force, position;
  la::Derivative derivative;
};

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
  if (!has_second && ends.at.is_middle)
    throw base::InputError(fmt::format("{}: without a `second` object there is no middle.", name_));
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
    at_.push_back(ends.at.is_middle ? Vec3(0.5 * (rest(0) + rest(1))) : ends.at.given.value_or(rest(at_node)));
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

/// Goes through joints; along chains the first side of one is the second side of that before.
class Joint::Walk {
 public:
  explicit Walk(const Joint& joint) : joint_(joint), is_alike_(joint.objects_.front() == joint.objects_.back()) {}

  Linearised at(LocalIndex joint) {
    const LocalIndex* const nodes = (*joint_.tuples_)[joint];
    const Vec3& point = joint_.at_[static_cast<std::size_t>(joint)];
    const bool has_second = joint_.objects_.size() == 2;
    const la::NodeFrame a = is_alike_ && has_second && nodes[0] == node_b_
                                ? b_
                                : la::NodeFrame::of(joint_.objects_.front()->state, nodes[0]);
    if (has_second) {
      b_ = la::NodeFrame::of(joint_.objects_.back()->state, nodes[1]);
      node_b_ = nodes[1];
    } else {
      b_.rest = point;  // the ground
    }
    const Vec3 arm_a = point - a.rest, arm_b = point - b_.rest;
    return {{a.rotation * arm_a, b_.rotation * arm_b, b_.motionOf(arm_b) - a.motionOf(arm_a)}, a.rotation, b_.rotation};
  }

 private:
  const Joint& joint_;
  bool is_alike_;
  LocalIndex node_b_ = -1;
  la::NodeFrame b_;
};

void Joint::addViolation(gsl::span<double> phi) const {
  JointSlopes slopes;
  double* next = phi.data();
  Walk walk(*this);
  for (const LocalIndex joint : owned_) {
    const Linearised now = walk.at(joint);
    for (const Row& row : rows_) *next++ += now.row(row, slopes);
  }
}

void Joint::addRate(gsl::span<double> rate) const {
  std::size_t next = 0;
  Walk walk(*this);
  for (const LocalIndex joint : owned_) {
    const Linearised now = walk.at(joint);
    for (const Row& row : rows_) {
      const Vec3 alpha = now.rotation_a * row.a, beta = now.rotation_b * row.b;
      rate[next++] += alpha.dot(now.rotation_b * row.b_rate) + beta.dot(now.rotation_a * row.a_rate) - row.rate;
    }
  }
}

// e . (arm x w) has no part about an axis that e is along.
bool Joint::Row::dependsOn(int motion) const {
  if (kind == Kind::sliding) return true;
  const int turn = motion - 3;
  if (kind == Kind::direction) return turn >= 0;
  return turn < 0 ? a[motion] != 0.0 : a[(turn + 1) % 3] != 0.0 || a[(turn + 2) % 3] != 0.0;
}

std::vector<Joint::Slope> Joint::slopesOf(const Row& row) const {
  std::vector<Slope> slopes;
  for (std::size_t side = 0; side < objects_.size(); ++side) {
    int unknown = -1;
    for (const int motion : la::motionsOf(objects_[side]->state)) {
      ++unknown;
      if (row.dependsOn(motion)) slopes.push_back({side, unknown, static_cast<int>(motions_per_side * side) + motion});
    }
  }
  return slopes;
}

void Joint::addJacobian(JacobianRows& G) const {
  std::vector<std::vector<Slope>> slopes_of;
  for (const Row& row : rows_) slopes_of.push_back(slopesOf(row));
  JointSlopes slopes;
  LocalIndex number = 0;
  std::array<GlobalIndex, 2> nodes;
  Walk walk(*this);
  for (const LocalIndex joint : owned_) {
    const Linearised now = walk.at(joint);
    for (std::size_t side = 0; side < objects_.size(); ++side)
      nodes[side] = objects_[side]->state.layout().global((*tuples_)[joint][side]);
    for (std::size_t r = 0; r < rows_.size(); ++r, ++number) {
      now.row(rows_[r], slopes);
      for (const Slope& slope : slopes_of[r])
        G.add(number, objects_[slope.side]->state, nodes[slope.side], slope.unknown, slopes[slope.motion]);
    }
  }
}

void Joint::setMultipliers(gsl::span<const double> lambda) {
  multipliers_ = tuples_->fromOwners(lambda, block());
}

// Points bend each side by itself; other rows both together.
void Joint::addGeometricStiffness(la::StiffnessMatrix& K) const {
  const bool are_points =
      std::all_of(rows_.begin(), rows_.end(), [](const Row& row) { return row.kind == Row::Kind::point; });
  std::vector<Pair> pairs;
  for (std::size_t p = 0; p < objects_.size(); ++p)
    for (std::size_t q = 0; q < objects_.size(); ++q)
      if (p == q || !are_points)
        pairs.push_back({p, q, K.forceOn(objects_[p]->state).byPositionOf(objects_[q]->state)});
  JointStiffness stiffness;
  Walk walk(*this);
  for (LocalIndex joint = 0; joint < tuples_->size(); ++joint) {
    const Linearised now = walk.at(joint);
    auto number = static_cast<std::size_t>(joint * block());
    stiffness.setZero();
    for (const Row& row : rows_) now.addStiffness(row, multipliers_.empty() ? 0.0 : multipliers_[number++], stiffness);
    for (Pair& pair : pairs) addPart(stiffness, joint, pair);
  }
}

void Joint::addPart(const JointStiffness& stiffness, LocalIndex joint, Pair& pair) const {
  const base::Mat6 whole = stiffness.block<6, 6>(static_cast<Eigen::Index>(motions_per_side * pair.force),
                                                 static_cast<Eigen::Index>(motions_per_side * pair.position));
  const LocalIndex* const nodes = (*tuples_)[joint];
  const gsl::span<const int> rows = la::motionsOf(objects_[pair.force]->state);
  const gsl::span<const int> columns = la::motionsOf(objects_[pair.position]->state);
  if (rows.size() == motions_per_side && columns.size() == motions_per_side) {
    pair.derivative(nodes[pair.force], nodes[pair.position]) += whole;
    return;
  }
  Eigen::MatrixXd part(rows.size(), columns.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < columns.size(); ++j)
      part(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = whole(rows[i], columns[j]);
  pair.derivative(nodes[pair.force], nodes[pair.position]) += part;
}

std::vector<Constraint::RowPlace> Joint::places() const {
  std::vector<RowPlace> places;
  for (const LocalIndex joint : owned_)
    for (int r = 0; r < block(); ++r) places.push_back({&first().state, (*tuples_)[joint][0], block() > 1 ? r : -1});
  return places;
}

}  // namespace tenon::constraint
