#include "tenon/system/Differences.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "Couplings.hpp"
#include "tenon/base/Log.hpp"

namespace tenon::system {
namespace {

const double relative_step = std::cbrt(std::numeric_limits<double>::epsilon());

using Arrays = std::vector<std::vector<double>>;  // by state, [numLocal x block]

gsl::span<double> motionOf(la::State& state, bool by_position) {
  return by_position ? state.displacement() : state.velocity();
}

double largest(const base::Communicator& comm, const std::vector<const la::State*>& states,
               const std::function<gsl::span<const double>(const la::State&)>& values) {
  double most = 0.0;
  for (const auto* state : states)
    for (const double value : values(*state)) most = std::max(most, std::abs(value));
  return comm.max(most);
}

std::vector<la::State*> movable(const MechanicalSystem& mechanics) {
  std::vector<la::State*> states;
  for (const auto& body : mechanics.bodies()) states.push_back(&body->state());
  return states;
}

double shortestIn(const mesh::Mesh& mesh) {
  double square = std::numeric_limits<double>::infinity();
  for (const auto& block : mesh.blocks())
    for (LocalIndex cell = 0; cell < block.numCells(); ++cell)
      for (int a = 1; a < mesh::info(block.type).num_nodes; ++a) {
        double sum = 0.0;
        for (std::size_t i = 0; i < 3; ++i)
          sum += std::pow(mesh.points()[3 * static_cast<std::size_t>(block.nodesOf(cell)[a]) + i] -
                              mesh.points()[3 * static_cast<std::size_t>(block.nodesOf(cell)[0]) + i],
                          2);
        if (sum > 0.0) square = std::min(square, sum);
      }
  return std::sqrt(square);
}

Arrays forceOf(const MechanicalSystem& mechanics, const force::ForceField& force) {
  Arrays values;
  for (const auto* state : mechanics.states())
    values.emplace_back(static_cast<std::size_t>(state->layout().numLocal() * state->block()), 0.0);
  la::ForceVector f([&](const la::State& state) { return gsl::span<double>(values[mechanics.indexOf(state)]); });
  force.addForce(f);
  return values;
}

}  // namespace

/// The blocks of one derivative, formed colour by colour.
class Differences::Tangent {
 public:
  Tangent(const MechanicalSystem& mechanics, const Couplings& couplings, Kind kind)
      : mechanics_(mechanics),
        couplings_(couplings),
        states_(movable(mechanics)),
        by_position_(kind == Kind::position) {
    if (by_position_) return;
    speed_ = largest(mechanics.comm(), mechanics.states(), [](const la::State& state) { return state.velocity(); });
  }

  void evaluate(const force::ForceField& force) {
    starts_.assign(static_cast<std::size_t>(couplings_.nodes().size()) + 1, 0);
    for (LocalIndex row = 0; row < couplings_.nodes().size(); ++row)
      starts_[static_cast<std::size_t>(row) + 1] =
          starts_[static_cast<std::size_t>(row)] + couplings_.row(row).size() * size_ * size_;
    values_.assign(starts_.back(), 0.0);
    int components = 0;
    for (const auto* state : states_) components = std::max(components, state->block());
    for (int colour = 0; colour < couplings_.numColours(); ++colour)
      for (int component = 0; component < components; ++component) difference(force, colour, component);
  }

  /// Adds the blocks, zeros where nothing was evaluated; derivative(row state, column state).
  template <class Find>
  void add(Find&& derivative) const {
    const NodeNumbering& nodes = couplings_.nodes();
    for (std::size_t r = 0; r < states_.size(); ++r)
      for (std::size_t c = 0; c < states_.size(); ++c) {
        std::optional<la::Derivative> target;  // asked for where there are entries only
        for (LocalIndex row = 0; row < states_[r]->layout().numOwned(); ++row) {
          const auto& columns = couplings_.row(nodes.start(r) + row);
          for (std::size_t k = 0; k < columns.size(); ++k) {
            if (nodes.stateOf(columns[k]) != c) continue;
            if (!target) target = derivative(*states_[r], *states_[c]);
            (*target)(row, columns[k] - nodes.start(c)) += block(nodes.start(r) + row, k, *states_[r], *states_[c]);
          }
        }
      }
  }

 private:
  static constexpr std::size_t size_ = 6;  // most unknowns of a node

  double step(LocalIndex node, int component) const {
    const double length = component < 3 ? couplings_.distance(node) : 1.0;  // rotations: a radian
    return relative_step * (by_position_ || speed_ == 0.0 ? length : speed_);
  }

  void difference(const force::ForceField& force, int colour, int component) {
    std::vector<double> given, widths;
    const auto forEachMoved = [&](auto&& work) {
      std::size_t k = 0;
      for (const LocalIndex node : couplings_.ofColour(colour)) {
        const std::size_t s = couplings_.nodes().stateOf(node);
        const int block = states_[s]->block();
        if (component >= block) continue;
        const LocalIndex at = (node - couplings_.nodes().start(s)) * block + component;
        work(k++, node, motionOf(*states_[s], by_position_)[static_cast<std::size_t>(at)]);
      }
    };
    forEachMoved([&](std::size_t, LocalIndex node, double& value) {
      given.push_back(value);
      value += step(node, component);
      widths.push_back(value);
    });
    const Arrays after = forceOf(mechanics_, force);
    forEachMoved([&](std::size_t k, LocalIndex node, double& value) {
      value = given[k] - step(node, component);
      widths[k] -= value;
    });
    const Arrays before = forceOf(mechanics_, force);
    forEachMoved([&](std::size_t k, LocalIndex node, double& value) {
      value = given[k];
      keep(node, component, widths[k], after, before);
    });
  }

  void keep(LocalIndex node, int component, double width, const Arrays& after, const Arrays& before) {
    for (const LocalIndex row : couplings_.column(node)) {
      const auto& columns = couplings_.row(row);
      const auto k = static_cast<std::size_t>(std::lower_bound(columns.begin(), columns.end(), node) - columns.begin());
      const std::size_t s = couplings_.nodes().stateOf(row);
      const auto block = static_cast<std::size_t>(states_[s]->block());
      const auto first = static_cast<std::size_t>(row - couplings_.nodes().start(s)) * block;
      double* const values = values_.data() + starts_[static_cast<std::size_t>(row)] + k * size_ * size_;
      for (std::size_t i = 0; i < block; ++i)
        values[i * size_ + static_cast<std::size_t>(component)] = (after[s][first + i] - before[s][first + i]) / width;
    }
  }

  Eigen::MatrixXd block(LocalIndex row, std::size_t k, const la::State& row_state,
                        const la::State& column_state) const {
    Eigen::MatrixXd block = Eigen::MatrixXd::Zero(row_state.block(), column_state.block());
    if (values_.empty()) return block;
    const double* const values = values_.data() + starts_[static_cast<std::size_t>(row)] + k * size_ * size_;
    for (Eigen::Index i = 0; i < block.rows(); ++i)
      for (Eigen::Index j = 0; j < block.cols(); ++j) block(i, j) = values[i * Eigen::Index(size_) + j];
    return block;
  }

  const MechanicalSystem& mechanics_;
  const Couplings& couplings_;
  std::vector<la::State*> states_;
  bool by_position_;
  double speed_ = 0.0;
  std::vector<std::size_t> starts_;
  std::vector<double> values_;  // [rows][coupled nodes][size_][size_]
};

Differences::Differences(const MechanicalSystem& mechanics) : mechanics_(mechanics) {}
Differences::~Differences() = default;

const Couplings& Differences::couplingsOf(const force::ForceField& force) {
  auto& couplings = couplings_[&force];
  if (!couplings) couplings = std::make_unique<Couplings>(mechanics_, force);
  return *couplings;
}

void Differences::warn(const force::ForceField& force, Kind kind) {
  if (!warned_.insert({&force, kind}).second) return;
  base::log().warn("The force '{}' has no {}(): its derivative is formed by differences of forces, which takes longer.",
                   force.name(), kind == Kind::position ? "addStiffness" : "addDamping");
}

void Differences::addStiffness(const force::ForceField& force, la::StiffnessMatrix& K, bool values) {
  warn(force, Kind::position);
  Tangent tangent(mechanics_, couplingsOf(force), Kind::position);
  if (values) tangent.evaluate(force);
  tangent.add([&](const la::State& row, const la::State& column) { return K.forceOn(row).byPositionOf(column); });
}

void Differences::addDamping(const force::ForceField& force, la::DampingMatrix& B, bool values) {
  warn(force, Kind::velocity);
  Tangent tangent(mechanics_, couplingsOf(force), Kind::velocity);
  if (values) tangent.evaluate(force);
  tangent.add([&](const la::State& row, const la::State& column) { return B.forceOn(row).byVelocityOf(column); });
}

void Differences::addStiffnessTimes(const force::ForceField& force, const la::Motion& dx, la::ForceVector& df) {
  addTimes(force, dx, df, Kind::position);
}

void Differences::addDampingTimes(const force::ForceField& force, const la::Motion& dv, la::ForceVector& df) {
  addTimes(force, dv, df, Kind::velocity);
}

double Differences::shortestDistance() {
  if (shortest_distance_ > 0.0) return shortest_distance_;
  double shortest = std::numeric_limits<double>::infinity();
  for (const auto& body : mechanics_.bodies()) shortest = std::min(shortest, shortestIn(body->mesh()));
  shortest = mechanics_.comm().min(shortest);
  return shortest_distance_ = std::isfinite(shortest) ? shortest : 1.0;
}

// The largest motion of any node is as far as the coloured differences move one.
void Differences::addTimes(const force::ForceField& force, const la::Motion& motion, la::ForceVector& df, Kind kind) {
  warn(force, kind);
  const base::Communicator& comm = mechanics_.comm();
  const double most = largest(comm, mechanics_.states(), [&](const la::State& state) { return motion.of(state); });
  if (most == 0.0) return;
  const bool by_position = kind == Kind::position;
  const double speed =
      by_position ? 0.0 : largest(comm, mechanics_.states(), [](const la::State& state) { return state.velocity(); });
  const double h = relative_step * (speed > 0.0 ? speed : shortestDistance()) / most;
  const auto states = movable(mechanics_);
  Arrays given;
  for (auto* state : states) {
    const auto values = motionOf(*state, by_position);
    given.emplace_back(values.begin(), values.end());
  }
  const auto moveBy = [&](double amount) {
    for (std::size_t s = 0; s < states.size(); ++s) {
      const auto direction = motion.of(*states[s]);
      const auto values = motionOf(*states[s], by_position);
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = given[s][i] + amount * direction[i];
    }
  };
  moveBy(h);
  const Arrays after = forceOf(mechanics_, force);
  moveBy(-h);
  const Arrays before = forceOf(mechanics_, force);
  moveBy(0.0);
  for (std::size_t s = 0; s < states.size(); ++s) {
    const auto sum = df.on(*states[s]);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += (after[s][i] - before[s][i]) / (2.0 * h);
  }
}

}  // namespace tenon::system
