// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PyTupleForce.hpp"

#include <fmt/format.h>

#include "tenon/base/runCollectively.hpp"

namespace py = pybind11;

namespace tenon::python {
namespace {

/// Shapes of the results of functions of tuples.
struct Shapes {
  py::ssize_t m, n, d;
  explicit Shapes(const TupleSelection& tuples)
      : m(static_cast<py::ssize_t>(tuples.size())),
        n(static_cast<py::ssize_t>(tuples.numPlaces())),
        d(static_cast<py::ssize_t>(tuples.block())) {}
  std::vector<Shape> forces(bool pairwise) const {
    if (pairwise) return {{m, d}};
    if (n == 1) return {{m, n, d}, {m, d}};
    return {{m, n, d}};
  }
  std::vector<Shape> blocks(bool pairwise) const {
    if (pairwise) return {{m, d, d}, {d, d}};
    if (n == 1) return {{m, n, n, d, d}, {n, n, d, d}, {m, d, d}, {d, d}};
    return {{m, n, n, d, d}, {n, n, d, d}};
  }
};

}  // namespace

PyTupleForce::PyTupleForce(py::object object, base::Communicator comm, std::shared_ptr<bool> life,
                           Selections selections)
    : PythonForce(std::move(object), comm, std::move(life)),
      selections_(std::move(selections)),
      is_pairwise_(self().attribute<bool>("is_pairwise")),
      has_stiffness_(self().overrides("stiffness")),
      has_damping_(self().overrides("damping")),
      force_(self(), "force"),
      stiffness_(self(), "stiffness"),
      damping_(self(), "damping"),
      energy_(self(), "energy") {
  std::int64_t total = 0;
  for (const auto& tuples : selections_) total += tuples->numGlobal();
  base::runCollectively(comm, [&] {
    if (total == 0) throw base::InputError(fmt::format("The force '{}' acts on no nodes.", name()));
    for (const auto& tuples : selections_)
      if (is_pairwise_ && tuples->numPlaces() != 2)
        throw base::InputError(fmt::format("{} declares is_pairwise, but its tuples have {} nodes instead of 2.",
                                           name(), tuples->numPlaces()));
  });
  std::vector<la::State*> states;
  for (const auto& tuples : selections_)
    for (la::State* state : tuples->states())
      if (std::find(states.begin(), states.end(), state) == states.end()) states.push_back(state);
  setStates(std::move(states));
}

void PyTupleForce::addForce(la::ForceVector& f) const {
  self().call([&] {
    for (const auto& tuples : selections_) {
      if (tuples->size() == 0) continue;
      const Array values = checkedResult(force_(tuples, time()), Shapes(*tuples).forces(is_pairwise_), force_.method(),
                                         is_pairwise_ ? "[tuples, components]" : "[tuples, nodes, components]");
      if (is_pairwise_)
        tuples->scatterOpposite(values.data(), f);
      else
        tuples->scatter(values.data(), f);
    }
  });
}

PyTupleForce::Blocks PyTupleForce::evaluateBlocks(const std::shared_ptr<TupleSelection>& tuples,
                                                  bool by_position) const {
  const Shapes shapes(*tuples);
  const bool is_written = by_position ? has_stiffness_ : has_damping_;
  const TupleFunction& written = by_position ? stiffness_ : damping_;
  const py::object result = is_written ? written(tuples, time())
                                       : self().object().attr("_derivative")(by_position ? "x" : "v", tuples,
                                                                             force_.arguments(tuples, time()));
  Blocks blocks;
  blocks.values = checkedResult(
      result, shapes.blocks(is_pairwise_), is_written ? written.method() : force_.method(),
      is_pairwise_ ? "[tuples, components, components]" : "[tuples, nodes, nodes, components, components]");
  const py::ssize_t per_tuple = is_pairwise_ ? shapes.d * shapes.d : shapes.n * shapes.n * shapes.d * shapes.d;
  const bool shared = blocks.values.ndim() == (is_pairwise_ ? 2 : 4) || (shapes.n == 1 && blocks.values.ndim() == 2);
  blocks.stride = shared ? 0 : static_cast<std::size_t>(per_tuple);
  return blocks;
}

void PyTupleForce::evaluateDerivatives() const {
  K_.clear();
  B_.clear();
  for (const auto& tuples : selections_) {
    K_.push_back(tuples->size() == 0 ? Blocks() : evaluateBlocks(tuples, true));
    if (dependsOnVelocity()) B_.push_back(tuples->size() == 0 ? Blocks() : evaluateBlocks(tuples, false));
  }
}

void PyTupleForce::add(const std::vector<Blocks>& blocks, const TupleSelection::DerivativeOf& derivative) const {
  const auto layout = is_pairwise_ ? TupleSelection::BlockLayout::pairwise : TupleSelection::BlockLayout::full;
  for (std::size_t s = 0; s < selections_.size(); ++s)
    selections_[s]->addBlocks(
        [&] {
          requireDerivatives();
          return TupleSelection::Blocks{blocks[s].values.data(), blocks[s].stride};
        },
        layout, isSymmetric(), derivative);
}

void PyTupleForce::addStiffness(la::StiffnessMatrix& K) const {
  add(K_, [&](const la::State& row, const la::State& column) { return K.forceOn(row).byPositionOf(column); });
}

void PyTupleForce::addDamping(la::DampingMatrix& B) const {
  add(B_, [&](const la::State& row, const la::State& column) { return B.forceOn(row).byVelocityOf(column); });
}

double PyTupleForce::evaluateEnergy() const {
  double sum = 0.0;
  for (const auto& tuples : selections_) {
    if (tuples->size() == 0) continue;
    const Array values = checkedResult(energy_(tuples, time()), {{static_cast<py::ssize_t>(tuples->size())}},
                                       energy_.method(), "[tuples]");
    for (const LocalIndex i : tuples->owned()) sum += values.data()[i];
  }
  return sum;
}

}  // namespace tenon::python
