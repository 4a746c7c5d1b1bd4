#include "tenon/system/MappedForce.hpp"

#include <fmt/format.h>

#include <algorithm>

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

[[noreturn]] void refuseMissing(const std::string& force, const char* function) {
  throw base::InputError(
      fmt::format("{} acts on a mapped object and has no {}(): derivatives by differences are found for objects with "
                  "unknowns of their own only.",
                  force, function));
}

void addBlock(la::Derivative& derivative, int block, LocalIndex row, LocalIndex column, const double* values) {
  using Block2 = Eigen::Matrix<double, 2, 2, Eigen::RowMajor>;
  using Block3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
  if (block == 2)
    derivative(row, column) += Eigen::Map<const Block2>(values);
  else
    derivative(row, column) += Eigen::Map<const Block3>(values);
}

la::MatrixAssembly::Contribute stiffnessOf(const std::vector<force::ForceField*>& forces) {
  return [&forces](const la::Contributions& to) {
    for (const auto* force : forces) {
      to.from(force->name());
      la::StiffnessMatrix K = to.stiffness(1.0);
      force->addStiffness(K);
      if (K.isLeftToDifferences()) refuseMissing(force->name(), "addStiffness");
    }
  };
}

la::MatrixAssembly::Contribute dampingOf(const std::vector<force::ForceField*>& forces) {
  return [&forces](const la::Contributions& to) {
    for (const auto* force : forces) {
      to.from(force->name());
      if (force->dependsOnVelocity()) {
        la::DampingMatrix B = to.damping(1.0);
        force->addDamping(B);
        if (B.isLeftToDifferences()) refuseMissing(force->name(), "addDamping");
      }
      if (force->rayleigh_stiffness == 0.0) continue;
      la::StiffnessMatrix K = to.stiffness(force->rayleigh_stiffness);
      force->addStiffness(K);
    }
  };
}

la::MatrixAssembly::Contribute massOf(const std::vector<const mass::Mass*>& masses) {
  return [&masses](const la::Contributions& to) {
    for (const auto* mass : masses) {
      to.from(mass->name());
      la::MassMatrix M = to.mass(1.0);
      mass->addMass(M);
    }
  };
}

bool isDamped(const force::ForceField& force) {
  return force.dependsOnVelocity() || force.rayleigh_stiffness != 0.0;
}

}  // namespace

MappedForce::MappedForce(std::shared_ptr<MappedStates> mapped, const std::vector<la::State*>& independent,
                         std::vector<force::ForceField*> forces)
    : mapped_(std::move(mapped)), forces_(std::move(forces)) {
  stiffness_ = std::make_unique<CarriedMatrix>(*mapped_, independent, stiffnessOf(forces_));
  if (std::any_of(forces_.begin(), forces_.end(), [](const auto* force) { return isDamped(*force); }))
    damping_ = std::make_unique<CarriedMatrix>(*mapped_, independent, dampingOf(forces_));
}

MappedForce::~MappedForce() = default;

bool MappedForce::holds(const force::ForceField& force) const {
  return std::find(forces_.begin(), forces_.end(), &force) != forces_.end();
}

void MappedForce::setTime(double time) {
  for (auto* force : forces_) force->setTime(time);
}

StateArrays MappedForce::forcesOnAll() const {
  const la::CombinedLayout& all = *mapped_->all();
  mapped_->follow();
  StateArrays values = zerosOf(all), scaled;
  la::ForceVector f([&](const la::State& state) { return arrayOf(all, values, state); });
  for (const auto* force : forces_) {
    force->addForce(f);
    if (force->rayleigh_stiffness == 0.0) continue;
    scaled = zerosOf(all);
    for (std::size_t s = 0; s < scaled.size(); ++s)
      std::transform(all.states()[s]->velocity().begin(), all.states()[s]->velocity().end(), scaled[s].begin(),
                     [&](double v) { return force->rayleigh_stiffness * v; });
    const la::Motion motion(
        [&](const la::State& state) { return gsl::span<const double>(arrayOf(all, scaled, state)); });
    force->addStiffnessTimes(motion, f);
  }
  for (std::size_t s = 0; s < values.size(); ++s)
    all.states()[s]->halo().updateGhosts(gsl::span<double>(values[s]), all.states()[s]->block());
  return values;
}

void MappedForce::addCarriedUp(const StateArrays& all, la::ForceVector& f) const {
  const StateArrays carried = mapped_->carryUp(all);
  const auto& states = mapped_->independent().states();
  for (std::size_t s = 0; s < states.size(); ++s) addInto(f.on(*states[s]), carried[s]);
}

void MappedForce::addForce(la::ForceVector& f) const {
  addCarriedUp(forcesOnAll(), f);
}

void MappedForce::prepareDerivatives() const {
  mapped_->follow();
  stiffness_->assemble(stiffnessOf(forces_));
  if (damping_) damping_->assemble(dampingOf(forces_));
}

void MappedForce::addStiffness(la::StiffnessMatrix& K) const {
  stiffness_->forEachBlock(
      [&](const la::State& row, LocalIndex i, const la::State& column, LocalIndex j, const double* values) {
        la::Derivative derivative = K.forceOn(row).byPositionOf(column);
        addBlock(derivative, row.block(), i, j, values);
      });
}

void MappedForce::addDamping(la::DampingMatrix& B) const {
  damping_->forEachBlock(
      [&](const la::State& row, LocalIndex i, const la::State& column, LocalIndex j, const double* values) {
        la::Derivative derivative = B.forceOn(row).byVelocityOf(column);
        addBlock(derivative, row.block(), i, j, values);
      });
}

// J^T (C (J dx))
void MappedForce::addProduct(const la::Motion& motion, la::ForceVector& df, const Multiply& multiply) const {
  const la::CombinedLayout& all = *mapped_->all();
  StateArrays x = mapped_->carryDown(copyOf(mapped_->independent(), motion)), y = zerosOf(all);
  const la::Motion down([&](const la::State& state) { return gsl::span<const double>(arrayOf(all, x, state)); });
  multiply(down, la::ForceVector([&](const la::State& state) { return arrayOf(all, y, state); }));
  addCarriedUp(y, df);
}

void MappedForce::addStiffnessTimes(const la::Motion& dx, la::ForceVector& df) const {
  addProduct(dx, df, [&](const la::Motion& down, const la::ForceVector& none) {
    for (const auto* force : forces_) {
      la::ForceVector f = none;
      force->addStiffnessTimes(down, f);
    }
  });
}

void MappedForce::addDampingTimes(const la::Motion& dv, la::ForceVector& df) const {
  addProduct(dv, df, [&](const la::Motion& down, const la::ForceVector& none) {
    for (const auto* force : forces_) {
      la::ForceVector f = none;
      if (force->dependsOnVelocity()) force->addDampingTimes(down, f);
      if (force->rayleigh_stiffness == 0.0) continue;
      StateArrays scaled = copyOf(*mapped_->all(), down);
      for (auto& array : scaled)
        for (double& value : array) value *= force->rayleigh_stiffness;
      force->addStiffnessTimes(la::Motion([&](const la::State& state) {
                                 return gsl::span<const double>(arrayOf(*mapped_->all(), scaled, state));
                               }),
                               f);
    }
  });
}

bool MappedForce::isSymmetric() const {
  return std::all_of(forces_.begin(), forces_.end(), [](const auto* force) { return force->isSymmetric(); });
}

bool MappedForce::isLinear() const {
  return mapped_->isLinear() &&
         std::all_of(forces_.begin(), forces_.end(), [](const auto* force) { return force->isLinear(); });
}

double MappedForce::energy() const {
  double sum = 0.0;
  for (const auto* force : forces_) sum += force->energy();
  return sum;
}

void GeometricStiffness::prepareDerivatives() const {
  child_forces_ = forces_->forcesOnAll();
}

void GeometricStiffness::addStiffness(la::StiffnessMatrix& K) const {
  const la::CombinedLayout& all = *mapped_->all();
  for (const Follower& follower : mapped_->followers()) {
    if (follower.mapping->isLinear()) continue;
    const std::size_t s = all.indexOf(follower.state());
    // while only the pattern is recorded there may be no forces yet, and none are looked at
    const StateArrays& forces = child_forces_.empty() ? zerosOf(all) : child_forces_;
    follower.mapping->addGeometricStiffness(forces[s], K);
  }
}

MappedMass::MappedMass(std::shared_ptr<MappedStates> mapped, const std::vector<la::State*>& independent,
                       std::vector<const mass::Mass*> masses)
    : mapped_(std::move(mapped)), masses_(std::move(masses)) {
  carried_ = std::make_unique<CarriedMatrix>(*mapped_, independent, massOf(masses_));
}

MappedMass::~MappedMass() = default;

void MappedMass::prepareMass() const {
  mapped_->follow();
  carried_->assemble(massOf(masses_));
}

void MappedMass::addMass(la::MassMatrix& M) const {
  carried_->forEachBlock(
      [&](const la::State& row, LocalIndex i, const la::State& column, LocalIndex j, const double* values) {
        base::ensure(&row == &column, "The mass of a mapped object couples two others.");
        la::Derivative derivative = M.on(row);
        addBlock(derivative, row.block(), i, j, values);
      });
}

void MappedMass::addMassTimes(const la::Motion& dv, la::ForceVector& df) const {
  const la::CombinedLayout& all = *mapped_->all();
  StateArrays x = mapped_->carryDown(copyOf(mapped_->independent(), dv)), y = zerosOf(all);
  const la::Motion down([&](const la::State& state) { return gsl::span<const double>(arrayOf(all, x, state)); });
  la::ForceVector f([&](const la::State& state) { return arrayOf(all, y, state); });
  for (const auto* mass : masses_) mass->addMassTimes(down, f);
  const StateArrays carried = mapped_->carryUp(y);
  for (std::size_t s = 0; s < carried.size(); ++s) addInto(df.on(*mapped_->independent().states()[s]), carried[s]);
}

double MappedMass::total() const {
  double sum = 0.0;
  for (const auto* mass : masses_) sum += mass->total();
  return sum;
}

}  // namespace tenon::system
