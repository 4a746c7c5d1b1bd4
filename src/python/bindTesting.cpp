// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/eigen.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <limits>

#include "bindings.hpp"
#include "contributors/factories.hpp"
#include "la/assembly/MatrixAssembly.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/simulation/reading/registries.hpp"
#include "tenon/system/MechanicalSystem.hpp"
#include "tenon/testing/Objects.hpp"
#include "testing/matrixDifferences.hpp"

namespace py = pybind11;

namespace tenon::python {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::Box;
using testing::Objects;

mesh::CellType cellTypeOf(const std::string& name) {
  for (int i = 0; i < mesh::num_cell_types; ++i)
    if (mesh::info(static_cast<mesh::CellType>(i)).name == name) return static_cast<mesh::CellType>(i);
  throw base::InputError("There is no cell type '" + name + "'.");
}

base::CaseNode blockOf(const py::object& text) {
  return base::CaseNode::parse(text.cast<std::string>(), "contributor");
}

/// Objects of a test and the contributor that acts on them. Vectors and matrices are dense and the
/// same on all ranks; degrees of freedom are numbered as in the mesh files.
/// @note All functions are collective.
class TestCase {
 public:
  TestCase(const std::vector<Box>& boxes, int partition, bool alone)
      : objects_(alone ? base::Communicator::self() : base::Communicator::world(), boxes, partition) {}

  /// Creates the contributor from a factory in Python, or from a block of a case in JSON.
  void makeForce(const py::object& source) {
    force_ = py::isinstance<py::str>(source)
                 ? simulation::registries().interactions.make(blockOf(source), objects_.find())
                 : interactionFromPython(source, comm())(objects_.find());
    objects_.numberDofs();
  }
  /// Creates the contributor in the same way as makeForce().
  void makeConstraint(const py::object& source) {
    constraint_ = py::isinstance<py::str>(source)
                      ? simulation::registries().constraints.make(blockOf(source), objects_.find())
                      : constraintFromPython(source, comm())(objects_.find());
    objects_.numberDofs();
  }
  /// Creates the contributor in the same way as makeForce().
  void makeMapping(const py::object& source, std::size_t child) {
    const fem::Domain& own = objects_.domain(child);
    mapping_ = py::isinstance<py::str>(source)
                   ? simulation::registries().mappings.make(blockOf(source), own, objects_.find())
                   : mappingFromPython(source)(own, objects_.find());
    objects_.numberDofs();
  }

  const base::Communicator& comm() const { return objects_.comm(); }
  Objects& objects() { return objects_; }
  force::ForceField& force() const { return *force_; }
  constraint::Constraint& constraint() const { return *constraint_; }
  mapping::Mapping& mapping() const { return *mapping_; }

  void setTime(double time) const {
    if (force_) force_->setTime(time);
    if (constraint_) constraint_->setTime(time);
  }

  VectorXd f() const {
    VectorXd values;
    base::runCollectively(comm(), [&] { values = ownedForce(); });
    comm().sumInPlace(gsl::span<double>(values.data(), static_cast<std::size_t>(values.size())));
    return values;
  }
  /// Returns df/dx or df/dv by central differences, [dofs × dofs].
  MatrixXd differences(bool by_position, double step) {
    const Eigen::Index n = objects_.numUnknowns();
    MatrixXd columns = zeros();
    const VectorXd none = VectorXd::Zero(n);
    base::runCollectively(comm(), [&] {
      for (Eigen::Index column = 0; column < n; ++column) {
        const VectorXd h = step * VectorXd::Unit(n, column);
        const auto move = [&](double by) { objects_.move(by_position ? by * h : none, by_position ? none : by * h); };
        move(1);
        columns.col(column) = ownedForce();
        move(-2);
        columns.col(column) -= ownedForce();
        move(1);
      }
    });
    columns /= 2 * step;
    return summed(std::move(columns));
  }
  MatrixXd matrix(bool by_position, bool blocked) const {
    force_->prepareDerivatives();
    return objects_.matrix(blocked ? la::Insertion::blocked : la::Insertion::slots, [&](const la::Contributions& to) {
      if (by_position) {
        la::StiffnessMatrix K = to.stiffness(1.0);
        force_->addStiffness(K);
      } else {
        la::DampingMatrix B = to.damping(1.0);
        if (force_->dependsOnVelocity()) force_->addDamping(B);
      }
    });
  }
  VectorXd product(const VectorXd& x, bool by_position) const {
    force_->prepareDerivatives();
    return objects_.product(x, [&](const la::IncrementVector& dx, la::ForceVector& df) {
      if (by_position)
        force_->addStiffnessTimes(dx, df);
      else
        force_->addDampingTimes(dx, df);
    });
  }

  /// Returns values of the rows of all ranks, in rank order.
  VectorXd ofRows(void (constraint::Constraint::*add)(gsl::span<double>) const) const {
    std::vector<double> mine(static_cast<std::size_t>(constraint_->numRows()), 0.0);
    (*constraint_.*add)(mine);
    const std::vector<double> all = comm().gatherAll(mine);
    return Eigen::Map<const VectorXd>(all.data(), static_cast<Eigen::Index>(all.size()));
  }
  MatrixXd G() const {
    struct Entry {
      long row, unknown;
      double value;
    };
    constraint::JacobianRows rows;
    constraint_->addJacobian(rows);
    const long first = comm().exclusiveSum(static_cast<long>(constraint_->numRows()));
    std::vector<Entry> mine;
    for (const auto& entry : rows.entries())
      mine.push_back({first + entry.row, static_cast<long>(objects_.unknown(*entry.state, entry.node, entry.component)),
                      entry.value});
    MatrixXd dense = MatrixXd::Zero(comm().sum(static_cast<long>(constraint_->numRows())), objects_.numUnknowns());
    for (const Entry& entry : comm().gatherAll(mine)) dense(entry.row, entry.unknown) += entry.value;
    return dense;
  }
  MatrixXd geometricStiffness(const VectorXd& multipliers) const {
    const long first = comm().exclusiveSum(static_cast<long>(constraint_->numRows()));
    constraint_->setMultipliers({multipliers.data() + first, static_cast<std::size_t>(constraint_->numRows())});
    return objects_.matrix(la::Insertion::slots, [&](const la::Contributions& to) {
      la::StiffnessMatrix K = to.stiffness(1.0);
      constraint_->addGeometricStiffness(K);
    });
  }

  /// Updates the mapped object and returns its displacements, in the order of the degrees of
  /// freedom, 0 for other objects.
  VectorXd mapped() {
    base::runCollectively(comm(), [&] { mapping_->updateChild(); });
    mapping_->child().updateGhosts();
    return objects_.positions();
  }
  /// Returns J, [dofs × dofs]; rows of other objects than the mapped one are 0.
  MatrixXd J() const {
    mapping::Jacobian J;
    base::runCollectively(comm(), [&] { mapping_->addJacobian(J); });
    const la::State& child = mapping_->child();
    MatrixXd dense = zeros();
    for (const auto& entry : J.entries()) {
      const MatrixXd block = J.block(entry, child.block());
      for (int i = 0; i < child.block(); ++i)
        for (int j = 0; j < entry.parent->block(); ++j)
          dense(unknown(child, entry.child_node, i), unknown(*entry.parent, entry.parent_node, j)) += block(i, j);
    }
    return summed(dense);
  }
  /// Returns d(J^T f)/dq for forces on the mapped object, [dofs × dofs].
  MatrixXd mappedStiffness(const VectorXd& force) const {
    mapping::GeometricStiffness K;
    const std::vector<double> f = onChild(force);
    base::runCollectively(comm(), [&] { mapping_->addGeometricStiffness(f, K); });
    MatrixXd dense = zeros();
    for (const auto& one : K.entries())
      for (int i = 0; i < one.row->block(); ++i)
        for (int j = 0; j < one.column->block(); ++j)
          dense(unknown(*one.row, one.row_node, i), unknown(*one.column, one.column_node, j)) +=
              K.valuesOf(one)[i * one.column->block() + j];
    return summed(dense);
  }
  /// Returns dJ/dt v, 0 for other objects than the mapped one.
  VectorXd bias() const {
    const la::State& child = mapping_->child();
    std::vector<double> a(static_cast<std::size_t>(child.layout().numLocal() * child.block()), 0.0);
    base::runCollectively(comm(), [&] { mapping_->addBiasAcceleration(a); });
    return objects_.sum([&](const Objects::Add& add) {
      for (LocalIndex node = 0; node < child.layout().numOwned(); ++node)
        for (int i = 0; i < child.block(); ++i)
          add(child, node, i, a[static_cast<std::size_t>(node * child.block() + i)]);
    });
  }

  /// Returns the smallest time of one evaluation of the force [s].
  double timeForce(int repetitions) const {
    return smallestTime(repetitions, [&] { base::runCollectively(comm(), [&] { ownedForce(); }); });
  }
  /// Returns the smallest time of one assembly of K with a known pattern [s].
  double timeMatrix(int repetitions) {
    std::vector<const la::State*> states;
    for (std::size_t i = 0; i < 2; ++i) states.push_back(&objects_.state(i));
    la::MatrixAssembly assembly(std::make_shared<la::CombinedLayout>(states), la::Insertion::slots);
    const auto contribute = [&](const la::Contributions& to) {
      la::StiffnessMatrix K = to.stiffness(1.0);
      force_->addStiffness(K);
    };
    assembly.record(contribute);
    return smallestTime(repetitions, [&] {
      force_->prepareDerivatives();
      assembly.assemble(contribute);
    });
  }

  /// Compares all types of linear systems; the force cannot be used afterwards.
  std::vector<std::tuple<std::string, double, double>> matrixDifferences() {
    const auto mechanics = objects_.mechanics(std::move(force_));
    std::vector<std::tuple<std::string, double, double>> all;
    for (const auto& one : testing::matrixDifferences(*mechanics))
      all.emplace_back(one.system, one.difference, one.size);
    return all;
  }

 private:
  using LocalIndex = base::LocalIndex;
  VectorXd ownedForce() const {
    return objects_.assembleOwned([&](la::ForceVector& f) { force_->addForce(f); });
  }
  template <class Work>
  static double smallestTime(int repetitions, Work&& work) {
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < repetitions; ++i) {
      const double start = MPI_Wtime();
      work();
      least = std::min(least, MPI_Wtime() - start);
    }
    return least;
  }
  Eigen::Index unknown(const la::State& state, LocalIndex node, int component) const {
    return objects_.unknown(state, state.layout().global(node), component);
  }
  MatrixXd zeros() const { return MatrixXd::Zero(objects_.numUnknowns(), objects_.numUnknowns()); }
  MatrixXd summed(MatrixXd dense) const {
    comm().sumInPlace(gsl::span<double>(dense.data(), static_cast<std::size_t>(dense.size())));
    return dense;
  }
  std::vector<double> onChild(const VectorXd& values) const {
    const la::State& child = mapping_->child();
    std::vector<double> local;
    for (LocalIndex node = 0; node < child.layout().numLocal(); ++node)
      for (int i = 0; i < child.block(); ++i) local.push_back(values[unknown(child, node, i)]);
    return local;
  }

  Objects objects_;
  std::unique_ptr<force::ForceField> force_;
  std::unique_ptr<constraint::Constraint> constraint_;
  std::unique_ptr<mapping::Mapping> mapping_;
};

/// Handle of a test case in Python. Python's garbage collection destroys handles at different times
/// on different ranks, whereas the destruction of a test case is collective. A case is therefore
/// destroyed when the next one is created, once its handle has been destroyed on all ranks.
class TestCaseHandle {
 public:
  /// Creates a test case. @note Collective over all ranks.
  TestCaseHandle(const std::vector<Box>& boxes, int partition, bool alone) {
    destroyUnused(false);
    slot_ = std::make_shared<Slot>(std::make_unique<TestCase>(boxes, partition, alone));
    slots().push_back(slot_);
  }
  TestCase& get() const {
    if (!*slot_) throw base::InputError("The test case has been destroyed.");
    return **slot_;
  }

  /// Destroys test cases whose handles have been destroyed on all ranks, or all test cases.
  /// @note Collective over all ranks.
  static void destroyUnused(bool all) {
    std::vector<long long> in_use;
    for (const auto& one : slots()) in_use.push_back(!all && one.use_count() > 1 ? 1 : 0);
    base::Communicator::world().sumInPlace(gsl::span<long long>(in_use));
    std::vector<std::shared_ptr<Slot>> kept;
    for (std::size_t i = 0; i < in_use.size(); ++i)
      if (in_use[i] != 0)
        kept.push_back(slots()[i]);
      else
        slots()[i]->reset();  // handles that still exist refer to an empty slot
    slots() = std::move(kept);
  }

 private:
  using Slot = std::unique_ptr<TestCase>;
  static std::vector<std::shared_ptr<Slot>>& slots() {
    static std::vector<std::shared_ptr<Slot>> all;
    return all;
  }
  std::shared_ptr<Slot> slot_;
};

/// Returns a method of a test case as a method of its handle.
template <class Result, class... Args>
auto method(Result (TestCase::*function)(Args...)) {
  return [function](TestCaseHandle& self, Args... args) { return (self.get().*function)(std::forward<Args>(args)...); };
}
template <class Result, class... Args>
auto method(Result (TestCase::*function)(Args...) const) {
  return [function](TestCaseHandle& self, Args... args) { return (self.get().*function)(std::forward<Args>(args)...); };
}

VectorXd dofsOf(TestCaseHandle& self, std::size_t object) {
  const la::State& state = self.get().objects().domain(object).state;
  return self.get().objects().sum([&](const Objects::Add& add) {
    for (base::LocalIndex node = 0; node < state.layout().numOwned(); ++node)
      for (int i = 0; i < state.block(); ++i) add(state, node, i, 1.0);
  });
}

py::dict forceFlags(TestCaseHandle& self) {
  const force::ForceField& force = self.get().force();
  return py::dict(py::arg("name") = force.name(), py::arg("is_symmetric") = force.isSymmetric(),
                  py::arg("is_linear") = force.isLinear(), py::arg("has_energy") = force.hasEnergy(),
                  py::arg("depends_on_velocity") = force.dependsOnVelocity());
}

template <class Part>
py::dict flagsOf(const Part& part) {
  return py::dict(py::arg("name") = part.name(), py::arg("is_linear") = part.isLinear());
}

using TestClass = py::class_<TestCaseHandle>;

void bindTestObjects(TestClass& test) {
  test.def("make_force", method(&TestCase::makeForce))
      .def("make_constraint", method(&TestCase::makeConstraint))
      .def("make_mapping", method(&TestCase::makeMapping))
      .def("set_time", method(&TestCase::setTime))
      .def("move", [](TestCaseHandle& self, const VectorXd& u, const VectorXd& v) { self.get().objects().move(u, v); })
      .def("move_randomly",
           [](TestCaseHandle& self, int seed, double u, double v) { self.get().objects().moveRandomly(seed, u, v); })
      .def("random_vector", [](TestCaseHandle& self, int seed) { return self.get().objects().randomVector(seed); })
      .def("positions", [](TestCaseHandle& self) { return self.get().objects().positions(); })
      .def("velocities", [](TestCaseHandle& self) { return self.get().objects().velocities(); })
      .def("dofs_of", dofsOf)
      .def_property_readonly("num_dofs", [](TestCaseHandle& self) { return self.get().objects().numUnknowns(); })
      .def_property_readonly("num_components",
                             [](TestCaseHandle& self) { return self.get().objects().domain().state.block(); })
      .def_property_readonly("force_flags", forceFlags)
      .def_property_readonly("constraint_flags", [](TestCaseHandle& self) { return flagsOf(self.get().constraint()); })
      .def_property_readonly("mapping_flags", [](TestCaseHandle& self) { return flagsOf(self.get().mapping()); });
}

void bindEvaluations(TestClass& test) {
  test.def("f", method(&TestCase::f))
      .def("energy", [](TestCaseHandle& self) { return self.get().comm().sum(self.get().force().energy()); })
      .def("commit", [](TestCaseHandle& self) { self.get().force().commit(); })
      .def("differences", method(&TestCase::differences), py::arg("by_position"), py::arg("step"))
      .def("matrix", method(&TestCase::matrix), py::arg("by_position"), py::arg("blocked") = false)
      .def("product", method(&TestCase::product), py::arg("x"), py::arg("by_position"))
      .def("phi", [](TestCaseHandle& self) { return self.get().ofRows(&constraint::Constraint::addResidual); })
      .def("rate", [](TestCaseHandle& self) { return self.get().ofRows(&constraint::Constraint::addRate); })
      .def("G", method(&TestCase::G))
      .def("geometric_stiffness", method(&TestCase::geometricStiffness))
      .def("mapped", method(&TestCase::mapped))
      .def("J", method(&TestCase::J))
      .def("mapped_stiffness", method(&TestCase::mappedStiffness))
      .def("bias", method(&TestCase::bias))
      .def("time_force", method(&TestCase::timeForce), py::arg("repetitions"))
      .def("time_matrix", method(&TestCase::timeMatrix), py::arg("repetitions"))
      .def("matrix_differences", method(&TestCase::matrixDifferences));
}

}  // namespace

void bindTesting(py::module_& module) {
  py::class_<Box>(module, "TestBox", "Box of cells on which contributors are tested.")
      .def(py::init([](const std::string& name, const std::string& cell_type, std::array<int, 3> cells, mesh::Point low,
                       mesh::Point high,
                       const std::string& file) { return Box{name, cellTypeOf(cell_type), cells, low, high, file}; }),
           py::arg("name"), py::arg("cell_type"), py::arg("cells"), py::arg("low"), py::arg("high"), py::arg("file"));
  TestClass test(module, "TestCase", "Objects of a test and the contributor that acts on them.");
  test.def(py::init<const std::vector<Box>&, int, bool>(), py::arg("boxes"), py::arg("partition"), py::arg("alone"));
  bindTestObjects(test);
  bindEvaluations(test);
  module.def(
      "close_tests", [] { TestCaseHandle::destroyUnused(true); }, "Destroys all test cases. Collective.");
}

}  // namespace tenon::python
