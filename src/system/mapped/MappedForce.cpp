#include "tenon/system/MappedForce.hpp"
#include "tenon/base/collectively.hpp"

#include "CarriedMatrix.hpp"

namespace tenon::system {
namespace {

gsl::span<double> arrayOf(const la::CombinedLayout& layout, StateArrays& arrays, const la::State& state) {
  return arrays[layout.indexOf(state)];
}

StateArrays zerosOf(const la::CombinedLayout& layout) {
  StateArrays arrays;
  for (const la::State* state : layout.states())
    arrays.emplace_back(static_cast<std::size_t>(state->layout().numLocal() * state->block()), 0.0);
  return arrays;
}

void addInto(gsl::span<double> target, const std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) target[i] += values[i];
}

/// Copies of a motion of the independent states.
StateArrays copyOf(const la::CombinedLayout& layout, const la::Motion& motion) {
  StateArrays arrays;
  for (const la::State* state : layout.states()) {
    const auto values = motion.of(*state);
    arrays.emplace_back(values.begin(), values.end());
  }
  return arrays;
}

template <int rows, int columns>
using RowMajor = Eigen::Matrix<double, rows, columns, Eigen::RowMajor>;

void addBlock(la::Derivative& derivative, const la::State& row, LocalIndex i, const la::State& column, LocalIndex j,
              const double* values) {
  if (row.block() == 3 && column.block() == 3)
    derivative(i, j) += Eigen::Map<const RowMajor<3, 3>>(values);
  else if (row.block() == 2 && column.block() == 2)
    derivative(i, j) += Eigen::Map<const RowMajor<2, 2>>(values);
  else
    derivative(i, j) += Eigen::Map<const RowMajor<Eigen::Dynamic, Eigen::Dynamic>>(values, row.block(), column.block());
}

la::MatrixAssembly::Contribute massOf(const mass::Mass& mass) {
  return [&mass](const la::Contributions& to) {
    to.from(mass.name());
    la::MassMatrix M = to.mass(1.0);
    mass.addMass(M);
  };
}

/// f += J^T g
void addCarriedUp(const MappedStates& mapped, const StateArrays& g, la::ForceVector& f) {
  const StateArrays carried = mapped.carryUp(g);
  const auto& states = mapped.independent().states();
  for (std::size_t s = 0; s < states.size(); ++s) addInto(f.on(*states[s]), carried[s]);
}

/// df += J^T C J motion, where `multiply` adds C times its first argument to its second.
template <class Multiply>
void addProduct(const MappedStates& mapped, const la::Motion& motion, la::ForceVector& df, Multiply&& multiply) {
  const la::CombinedLayout& all = *mapped.all();
  StateArrays x = mapped.carryDown(copyOf(mapped.independent(), motion)), y = zerosOf(all);
  const la::Motion down([&](const la::State& state) { return gsl::span<const double>(arrayOf(all, x, state)); });
  la::ForceVector sum([&](const la::State& state) { return arrayOf(all, y, state); });
  multiply(down, sum);
  addCarriedUp(mapped, y, df);
}

}  // namespace

MappedForce::MappedForce(std::shared_ptr<MappedStates> mapped, const std::vector<la::State*>& independent,
                         force::ForceField& force, std::shared_ptr<Differences> differences)
    : mapped_(std::move(mapped)), force_(force), differences_(std::move(differences)) {
  static_cast<force::ForceDamping&>(*this) = force;
  prepareDifferences();
  stiffness_ = std::make_unique<CarriedMatrix>(*mapped_, independent, stiffness());
  if (force_.dependsOnVelocity()) damping_ = std::make_unique<CarriedMatrix>(*mapped_, independent, damping());
}

void MappedForce::prepareDifferences() const {
  differences_->prepareStiffness(force_);
  if (force_.dependsOnVelocity()) differences_->prepareDamping(force_);
}

la::MatrixAssembly::Contribute MappedForce::stiffness() const {
  return [this](const la::Contributions& to) {
    to.from(force_.name());
    la::StiffnessMatrix K = to.stiffness(1.0);
    force_.addStiffness(K);
    if (K.isLeftToDifferences()) differences_->addStiffness(force_, K, true);
  };
}

la::MatrixAssembly::Contribute MappedForce::damping() const {
  return [this](const la::Contributions& to) {
    to.from(force_.name());
    la::DampingMatrix B = to.damping(1.0);
    force_.addDamping(B);
    if (B.isLeftToDifferences()) differences_->addDamping(force_, B, true);
  };
}

MappedForce::~MappedForce() = default;

StateArrays MappedForce::forceOnAll() const {
  const la::CombinedLayout& all = *mapped_->all();
  mapped_->follow();
  StateArrays values = zerosOf(all);
  la::ForceVector f([&](const la::State& state) { return arrayOf(all, values, state); });
  base::collectively(all.states().front()->layout().comm(), [&] { force_.addForce(f); });
  for (std::size_t s = 0; s < values.size(); ++s)
    all.states()[s]->halo().updateGhosts(gsl::span<double>(values[s]), all.states()[s]->block());
  return values;
}

void MappedForce::addForce(la::ForceVector& f) const {
  addCarriedUp(*mapped_, forceOnAll(), f);
}

void MappedForce::prepareDerivatives() const {
  mapped_->follow();
  prepareDifferences();
  stiffness_->assemble(stiffness());
  if (damping_) damping_->assemble(damping());
}

void MappedForce::addStiffness(la::StiffnessMatrix& K) const {
  stiffness_->forEachBlock(
      [&](const la::State& row, LocalIndex i, const la::State& column, LocalIndex j, const double* values) {
        la::Derivative derivative = K.forceOn(row).byPositionOf(column);
        addBlock(derivative, row, i, column, j, values);
      });
}

void MappedForce::addDamping(la::DampingMatrix& B) const {
  damping_->forEachBlock(
      [&](const la::State& row, LocalIndex i, const la::State& column, LocalIndex j, const double* values) {
        la::Derivative derivative = B.forceOn(row).byVelocityOf(column);
        addBlock(derivative, row, i, column, j, values);
      });
}

void MappedForce::addStiffnessTimes(const la::Motion& dx, la::ForceVector& df) const {
  addProduct(*mapped_, dx, df, [&](const la::Motion& motion, la::ForceVector& f) {
    force_.addStiffnessTimes(motion, f);
    if (f.isLeftToDifferences()) differences_->addStiffnessTimes(force_, motion, f);
  });
}

void MappedForce::addDampingTimes(const la::Motion& dv, la::ForceVector& df) const {
  addProduct(*mapped_, dv, df, [&](const la::Motion& motion, la::ForceVector& f) {
    force_.addDampingTimes(motion, f);
    if (f.isLeftToDifferences()) differences_->addDampingTimes(force_, motion, f);
  });
}

void GeometricStiffness::prepareDerivatives() const {
  child_forces_ = zerosOf(*mapped_->all());
  for (const MappedForce* force : forces_) {
    const StateArrays one = force->forceOnAll();
    for (std::size_t s = 0; s < one.size(); ++s) addInto(child_forces_[s], one[s]);
  }
}

void GeometricStiffness::addStiffness(la::StiffnessMatrix& K) const {
  const la::CombinedLayout& all = *mapped_->all();
  // while only the pattern is recorded there may be no forces yet, and none are looked at
  const StateArrays& forces = child_forces_.empty() ? zerosOf(all) : child_forces_;
  for (const Follower& follower : mapped_->followers())
    if (!follower.mapping->isLinear())
      follower.mapping->addGeometricStiffness(forces[all.indexOf(follower.state())], K);
}

MappedMass::MappedMass(std::shared_ptr<MappedStates> mapped, const std::vector<la::State*>& independent,
                       const mass::Mass& mass)
    : mapped_(std::move(mapped)), mass_(mass) {
  static_cast<mass::MassDamping&>(*this) = mass;
  carried_ = std::make_unique<CarriedMatrix>(*mapped_, independent, massOf(mass_));
}

MappedMass::~MappedMass() = default;

void MappedMass::prepareMass() const {
  mapped_->follow();
  carried_->assemble(massOf(mass_));
}

void MappedMass::addMass(la::MassMatrix& M) const {
  carried_->forEachBlock(
      [&](const la::State& row, LocalIndex i, const la::State& column, LocalIndex j, const double* values) {
        base::ensure(&row == &column, "The mass of a mapped object couples two others.");
        la::Derivative derivative = M.on(row);
        addBlock(derivative, row, i, column, j, values);
      });
}

void MappedMass::addMassTimes(const la::Motion& dv, la::ForceVector& df) const {
  addProduct(*mapped_, dv, df, [&](const la::Motion& motion, la::ForceVector& f) { mass_.addMassTimes(motion, f); });
}

}  // namespace tenon::system
