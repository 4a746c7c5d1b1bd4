// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>

#include "SchurOperator.hpp"
#include "Session.hpp"
#include "analysis/Equations.hpp"
#include "analysis/Solution.hpp"
#include "bindings.hpp"
#include "changeContributor.hpp"
#include "liveMatrix.hpp"
#include "python/casters.hpp"
#include "rowNumbers.hpp"
#include "selections.hpp"
#include "simulation/reading/build.hpp"
#include "system/operators/WholeSystem.hpp"
#include "tenon/base/suggest.hpp"
#include "tenon/system/forms/CompositeSystem.hpp"
#include "tenon/system/forms/extract.hpp"
#include "tenon/system/operators/Descriptor.hpp"

namespace tenon::python {
namespace {

namespace py = pybind11;
using simulation::Simulation;

/// Returns a new matrix with one row per degree of freedom. @note Collective.
py::object giveWithModes(Simulation& simulation, la::Matrix matrix) {
  attachRigidModes(simulation, matrix.get());
  return give(std::move(matrix));
}

py::object newMatrix(Session& session, const std::string& what, const std::string& contributor, bool projected,
                     const std::string& rows) {
  const system::Selection of{contributor, projected, rowKindOf(rows)};
  return session.call([&](Simulation& simulation) {
    const system::MechanicalSystem& mechanics = simulation.mechanics();
    if (what == "G") return give(system::jacobianOf(mechanics, of));
    if (what == "C") return give(system::complianceOf(mechanics, of));
    if (what == "B") return giveWithModes(simulation, system::dampingOf(mechanics, of));
    if (what == "M") return giveWithModes(simulation, system::massOf(mechanics, of));
    return giveWithModes(simulation, system::stiffnessOf(mechanics, of));
  });
}

py::object newCombination(Session& session, double mass, double damping, double stiffness,
                          const std::string& contributor, bool projected) {
  return session.call([&](Simulation& simulation) {
    system::MatrixContents contents = simulation.linearSystem().options().contents;
    contents.contributor = contributor;
    contents.projective_conditions = projected;
    return giveWithModes(simulation, system::matrixOf(simulation.mechanics(), {mass, damping, stiffness}, contents));
  });
}

py::object newVector(Session& session, const std::string& what, const std::string& contributor, bool projected) {
  return session.call([&](Simulation& simulation) {
    const system::MechanicalSystem& mechanics = simulation.mechanics();
    if (what == "f") return give(system::forceOf(mechanics, {contributor, projected, {}}));
    if (what == "v") return give(system::velocityOf(mechanics));
    if (what == "a") return give(system::accelerationOf(mechanics));
    return give(system::displacementOf(mechanics));
  });
}

py::object newMultipliers(Session& session, const std::string& contributor, const std::string& rows) {
  const system::Selection of{contributor, false, rowKindOf(rows)};
  return session.call([&](Simulation& simulation) {
    const analysis::Solution all = simulation.solution({false, false, false});
    return give(system::multipliersOf(simulation.mechanics(), all.multipliers, of));
  });
}

/// Checks that G A^-1 G^T + C is the operator on the multipliers. In a time step, the rows of the
/// linear system are those of statics divided by the displacement per unit acceleration.
void requireStaticCompliance(const Simulation& simulation, const system::MechanicalSystem& mechanics) {
  const system::Factors factors = simulation.factors();
  const auto& all = mechanics.constraints();
  const bool is_static = factors.mass == 0.0 && factors.damping == 0.0;
  if (is_static ||
      std::none_of(all.begin(), all.end(), [](const auto& one) { return one->active && one->compliance != 0.0; }))
    return;
  failOnAllRanks(
      "For rows with compliance, W is defined only in a static analysis, but this analysis is transient: use "
      "part=\"bodies\", or G() and C().");
}

py::object newComplianceOperator(Session& session, const std::array<double, 3>& factors, const std::string& part,
                                 const std::string& constraint, const std::string& rows) {
  const system::RowKind kind = rowKindOf(rows);
  return session.call([&](Simulation& simulation) {
    system::MechanicalSystem& mechanics = simulation.mechanics();
    if (!mechanics.hasMultipliers()) failOnAllRanks("The case has no constraints, and therefore no W.");
    if (!constraint.empty()) system::requireExtractable(mechanics, constraint, "G");
    if (part == "whole") requireStaticCompliance(simulation, mechanics);
    const system::WholeSystem whole(mechanics, simulation.linearSystem().options().contents,
                                    {factors[0], factors[1], factors[2]},
                                    constraint.empty() ? kind : system::RowKind::all);
    la::Matrix all = whole.matrix(part == "whole" ? "N" : "W");
    if (constraint.empty()) return give(std::move(all));
    const la::IndexSet selected = rowsOfConstraint(mechanics, {constraint, false, kind});
    la::Matrix block;
    TENON_PETSC(MatCreateSubMatrix(all.get(), selected.get(), selected.get(), MAT_INITIAL_MATRIX, block.out()));
    return give(std::move(block));
  });
}

py::object livePart(Session& session, const std::string& name) {
  Simulation& simulation = session.get();
  const auto* composite = dynamic_cast<const system::CompositeSystem*>(&simulation.linearSystem());
  if (composite == nullptr)
    failOnAllRanks(
        "The linear system of the case has no parts: request them with `system: {type: composite, parts: [K, B, M]}`.");
  const auto names = composite->parts();
  if (!base::contains(names, name))
    failOnAllRanks(fmt::format("The composite system has no part '{}'{}", name, base::suggestionFor(name, names)));
  requireAssembled(simulation);
  attachRigidModes(simulation, composite->part(name));
  return share(composite->part(name));
}

std::vector<std::string> partsOf(Session& session) {
  const auto* composite = dynamic_cast<const system::CompositeSystem*>(&session.get().linearSystem());
  return composite == nullptr ? std::vector<std::string>{} : composite->parts();
}

void assemble(Session& session, const std::array<double, 3>& factors) {
  const system::Factors all{factors[0], factors[1], factors[2]};
  system::requireFinite(all);
  if (factors[0] == 0.0 && factors[1] == 0.0 && factors[2] == 0.0)
    failOnAllRanks("A = m M + b B + k K is zero: specify at least one nonzero coefficient.");
  session.get().assemble(all);
}

std::array<double, 3> factorsOf(Session& session) {
  const system::Factors of = session.get().factors();
  return {of.mass, of.damping, of.stiffness};
}

py::object liveSchur(Session& session) {
  return session.call([&](Simulation& simulation) {
    liveMatrix(simulation);
    liveJacobian(simulation);
    const auto shell = session.keep(
        "schur", [&] { return std::make_shared<la::Matrix>(SchurOperator::create(session.shared_from_this())); });
    return share(shell->get());
  });
}

void solveFor(Session& session, const py::object& f, const py::object& g, const py::object& dx, const py::object& dl) {
  session.get().solveFor(vectorOf(f, "f"), g.is_none() ? nullptr : vectorOf(g, "g"), vectorOf(dx, "dx"),
                         dl.is_none() ? nullptr : vectorOf(dl, "dl"));
}

py::object newRightHandSide(Session& session) {
  return session.call([](Simulation& simulation) {
    requireAssembled(simulation);
    return give(simulation.rightHandSide());
  });
}

py::object rowsNamed(Session& session, const std::string& name) {
  return session.call([&](Simulation& simulation) { return give(rowsOf(simulation.mechanics(), name)); });
}

py::array_t<std::int64_t> orderNamed(Session& session, const std::string& name) {
  const std::vector<std::int64_t> order = orderOfRows(session.get().mechanics(), name);
  return py::array_t<std::int64_t>(static_cast<py::ssize_t>(order.size()), order.data());
}

ChangedEntries& changedEntries(Session& session) {
  return *session.keep("changed entries", [] { return std::make_shared<ChangedEntries>(); });
}

void change(Session& session, const std::string& name, const std::map<std::string, std::string>& values) {
  session.call([&](Simulation& simulation) { changeContributor(simulation, changedEntries(session), name, values); });
}

void bindNewObjects(py::module_& module) {
  module.def("new_matrix", newMatrix, py::arg("session"), py::arg("what"), py::arg("contributor"), py::arg("projected"),
             py::arg("rows"), "Returns K, B, M, G or C as a new matrix. Collective.");
  module.def("new_combination", newCombination, py::arg("session"), py::arg("mass"), py::arg("damping"),
             py::arg("stiffness"), py::arg("contributor"), py::arg("projected"),
             "Returns m M + b B + k K as a new matrix. Collective.");
  module.def("new_vector", newVector, py::arg("session"), py::arg("what"), py::arg("contributor"), py::arg("projected"),
             "Returns f, x, v or a as a new vector. Collective.");
  module.def("new_multipliers", newMultipliers, py::arg("session"), py::arg("contributor"), py::arg("rows"),
             "Returns the Lagrange multipliers as a new vector. Collective.");
  module.def("new_compliance_operator", newComplianceOperator, py::arg("session"), py::arg("factors"), py::arg("part"),
             py::arg("constraint"), py::arg("rows"),
             "Returns W = G A^-1 G^T, with C if `part` is \"whole\", as a new matrix. Collective.");
  module.def("new_right_hand_side", newRightHandSide, py::arg("session"),
             "Returns b for the coefficients of the last assemble() as a new vector. Collective.");
  module.def(
      "from_products",
      [](const py::object& matrix) { return give(system::rebuiltFromProducts(matrixOf(matrix, "matrix"))); },
      py::arg("matrix"), "Returns a matrix that is rebuilt from products with unit vectors. Collective.");
}

void bindLiveObjects(py::module_& module) {
  module.def("assemble", assemble, py::arg("session"), py::arg("factors"),
             "Assembles A and G in the current state. Collective.");
  module.def("factors", factorsOf, py::arg("session"), "Returns the coefficients m, b and k of the analysis.");
  module.def(
      "live_matrix", [](Session& session) { return share(liveMatrix(session.get())); }, py::arg("session"),
      "Returns the matrix A of the solver. Collective.");
  module.def(
      "live_jacobian", [](Session& session) { return share(liveJacobian(session.get())); }, py::arg("session"),
      "Returns the constraint Jacobian of the solver.");
  module.def("live_part", livePart, py::arg("session"), py::arg("name"),
             "Returns a matrix of a composite system. Collective.");
  module.def("parts", partsOf, py::arg("session"), "Returns the names of the matrices of a composite system.");
  module.def("live_schur", liveSchur, py::arg("session"),
             "Returns the Schur complement of the solver's linear system. Collective.");
  module.def("solve_for", solveFor, py::arg("session"), py::arg("f"), py::arg("g"), py::arg("dx"), py::arg("dl"),
             "Solves A dx - G^T dl = f, G dx + C dl = g. Collective.");
}

}  // namespace

void bindMatrices(py::module_& module) {
  module.def(
      "contributors", [](Session& session) { return system::contributorNames(session.get().mechanics()); },
      py::arg("session"), "Returns the names of all forces, masses and constraints.");
  module.def(
      "has_constraints", [](Session& session) { return session.get().mechanics().hasMultipliers(); },
      py::arg("session"));
  module.def("rows", rowsNamed, py::arg("session"), py::arg("name"),
             "Returns the rows of an object or a constraint. Collective.");
  module.def("order", orderNamed, py::arg("session"), py::arg("name"),
             "Returns the position of each row in the order of the files. Collective.");
  module.def(
      "entry",
      [](Session& session, const std::string& name) { return entryOf(session.get(), changedEntries(session), name); },
      py::arg("session"), py::arg("name"), "Returns the current entry of a load or condition as JSON text.");
  module.def("change", change, py::arg("session"), py::arg("name"), py::arg("values"),
             "Changes a load or condition. Collective.");
  bindNewObjects(module);
  bindLiveObjects(module);
}

}  // namespace tenon::python
