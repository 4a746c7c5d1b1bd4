// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <functional>

#include "Session.hpp"
#include "bindings.hpp"
#include "python/casters.hpp"
#include "selections.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"
#include "tenon/system/operators/Descriptor.hpp"

namespace tenon::python {
namespace {

namespace py = pybind11;
using simulation::Simulation;
using system::RowKind;
using system::VectorPart;
using Array = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Arrays = std::map<std::string, Array>;

/// Descriptor with its own linear system.
struct OwnedDescriptor {
  OwnedDescriptor(Simulation& simulation, bool is_matrix_free)
      : system(makeSystem(simulation, is_matrix_free)), descriptor(simulation.mechanics(), *system) {}

  static std::unique_ptr<system::LinearSystem> makeSystem(Simulation& simulation, bool is_matrix_free) {
    system::SystemOptions options;
    options.contents = simulation.linearSystem().options().contents;
    if (is_matrix_free) return std::make_unique<system::MatrixFreeSystem>(simulation.mechanics(), options);
    return std::make_unique<system::AssembledSystem>(simulation.mechanics(), la::Insertion::slots, options);
  }

  std::unique_ptr<system::LinearSystem> system;
  system::Descriptor descriptor;
  bool is_assembled = false;
};

/// Descriptor as a Python object, whose C++ part belongs to the session.
class PyDescriptor {
 public:
  PyDescriptor(std::shared_ptr<Session> session, bool is_matrix_free)
      : session_(std::move(session)), is_matrix_free_(is_matrix_free) {}

  /// Calls `work` with the descriptor. @note Collective.
  template <class Work>
  auto call(const Work& work) {
    return session_->call([&](Simulation& simulation) { return work(*owned(simulation)); });
  }
  /// Calls `work` with the descriptor after it has been assembled.
  /// @throws InputError if assemble() has not been called
  template <class Work>
  auto callAssembled(const Work& work) {
    return call([&](OwnedDescriptor& owned) {
      if (!owned.is_assembled) failOnAllRanks("The descriptor has not been assembled: call assemble() first.");
      return work(owned.descriptor);
    });
  }
  const base::Communicator& comm() { return session_->get().comm(); }

 private:
  std::shared_ptr<OwnedDescriptor> owned(Simulation& simulation) {
    return session_->keep(is_matrix_free_ ? "descriptor, matrix-free" : "descriptor",
                          [&] { return std::make_shared<OwnedDescriptor>(simulation, is_matrix_free_); });
  }

  std::shared_ptr<Session> session_;
  bool is_matrix_free_;
};

/// Returns the values of each constraint in the order of the descriptor.
/// @throws InputError if a name is missing or unknown on any rank. VectorParts checks the sizes.
std::vector<VectorPart> partsOf(const base::Communicator& comm, const system::VectorParts& all, const Arrays& values) {
  std::vector<VectorPart> parts;
  base::runCollectively(comm, [&] {
    for (const la::NamedRows& rows : all.rows()) {
      const auto found = values.find(rows.name);
      if (found == values.end())
        throw base::InputError(fmt::format("There are no values for '{}': pass an array for this name.", rows.name));
      parts.push_back({rows.name, {found->second.data(), found->second.data() + found->second.size()}});
    }
    for (const auto& [name, array] : values) {
      const auto& rows = all.rows();
      if (std::none_of(rows.begin(), rows.end(), [&name = name](const auto& one) { return one.name == name; }))
        throw base::InputError(fmt::format(
            "There are values for '{}', but the system contains no object or constraint with this name.", name));
    }
  });
  return parts;
}

py::dict asArrays(const std::vector<VectorPart>& parts) {
  py::dict arrays;
  for (const VectorPart& part : parts)
    arrays[py::str(part.name)] = Array(static_cast<py::ssize_t>(part.values.size()), part.values.data());
  return arrays;
}

const system::VectorParts& partsNamed(const system::Descriptor& of, const std::string& name) {
  return name == "all" ? of.all() : name == "multipliers" ? of.multipliers() : of.unknowns();
}

la::Vector vectorNamed(const system::Descriptor& of, const std::string& name) {
  if (name == "all") return of.whole().makeVector();
  la::Vector made;
  TENON_PETSC(MatCreateVecs(name == "multipliers" ? of.G() : of.A(), nullptr, made.out()));
  return made;
}

py::dict indexSets(PyDescriptor& self) {
  return self.callAssembled([](const system::Descriptor& of) {
    py::dict sets;
    for (const auto& [name, set] : of.whole().indexSets()) sets[py::str(name)] = share(set.get());
    return sets;
  });
}

py::object schurComplement(PyDescriptor& self, bool whole) {
  using Part = system::SchurComplement::Part;
  return self.callAssembled([&](const system::Descriptor& of) {
    return give(of.schurComplement().form(whole ? Part::whole : Part::bodies));
  });
}

void multiplySchur(PyDescriptor& self, const py::object& l, const py::object& y,
                   const std::optional<py::array_t<bool>>& on) {
  const Vec from = vectorOf(l, "l"), to = vectorOf(y, "y");
  self.callAssembled([&](const system::Descriptor& of) {
    of.multipliers().requireSize(from);
    of.multipliers().requireSize(to);
    const system::SchurComplement schur = of.schurComplement();
    if (!on) return schur.multiply(from, to);
    const std::vector<char> flags(on->data(), on->data() + on->size());
    schur.multiply(from, to, flags);
  });
}

void setDisplacement(PyDescriptor& self, const py::object& q) {
  const Vec from = vectorOf(q, "q");
  self.call([&](OwnedDescriptor& of) { of.descriptor.setDisplacement(from); });
}

py::object join(PyDescriptor& self, const py::object& q, const Arrays& multipliers) {
  const Vec from = vectorOf(q, "q");
  return self.callAssembled([&](const system::Descriptor& of) {
    return give(of.join(from, partsOf(self.comm(), of.multipliers(), multipliers)));
  });
}

py::tuple split(PyDescriptor& self, const py::object& x) {
  const Vec from = vectorOf(x, "x");
  return self.callAssembled([&](const system::Descriptor& of) {
    la::Vector q = vectorNamed(of, "unknowns");
    const std::vector<VectorPart> parts = of.split(from, q.get());
    return py::make_tuple(give(std::move(q)), asArrays(parts));
  });
}

py::object gather(PyDescriptor& self, const Arrays& values, const std::string& name) {
  return self.callAssembled([&](const system::Descriptor& of) {
    const system::VectorParts& parts = partsNamed(of, name);
    la::Vector to = vectorNamed(of, name);
    parts.gather(partsOf(self.comm(), parts, values), to.get());
    return give(std::move(to));
  });
}

py::dict scatter(PyDescriptor& self, const py::object& vector, const std::string& name) {
  const Vec from = vectorOf(vector, "vector");
  return self.callAssembled([&](const system::Descriptor& of) { return asArrays(partsNamed(of, name).scatter(from)); });
}

py::dict project(PyDescriptor& self, const Arrays& multipliers) {
  return self.callAssembled([&](const system::Descriptor& of) {
    return asArrays(of.project(partsOf(self.comm(), of.multipliers(), multipliers)));
  });
}

void projectUnknowns(PyDescriptor& self, const py::object& x) {
  const Vec of_all = vectorOf(x, "x");
  self.callAssembled([&](const system::Descriptor& of) { of.projectUnknowns(of_all); });
}

std::vector<system::Feasibility> feasibility(PyDescriptor& self, const Arrays& multipliers) {
  return self.callAssembled([&](const system::Descriptor& of) {
    return of.feasibility(partsOf(self.comm(), of.multipliers(), multipliers));
  });
}

/// Class of descriptors in Python, with functions that add methods to it.
class Binding : public py::class_<PyDescriptor, std::shared_ptr<PyDescriptor>> {
 public:
  using class_::class_;

  /// Adds a method that may be called before assemble().
  template <class Result>
  void query(const char* name, Result (system::Descriptor::*get)() const) {
    def(name,
        [get](PyDescriptor& self) { return self.call([&](OwnedDescriptor& of) { return (of.descriptor.*get)(); }); });
  }
  /// Adds a method that selects rows and that may be called before assemble().
  template <class Result>
  void query(const char* name, Result (system::Descriptor::*get)(RowKind) const) {
    const auto of_rows = [get](PyDescriptor& self, const std::string& rows) {
      const RowKind kind = rowKindOf(rows);
      return self.call([&](OwnedDescriptor& of) { return (of.descriptor.*get)(kind); });
    };
    def(name, of_rows, py::arg("rows"));
  }
  /// Adds a method that returns a PETSc object of the assembled descriptor.
  template <class Get>
  void live(const char* name, const Get& get) {
    def(name, [get](PyDescriptor& self) {
      return self.callAssembled([&](const system::Descriptor& of) { return share(std::invoke(get, of)); });
    });
  }
  /// Adds a method that returns a new PETSc object.
  template <class Make>
  void made(const char* name, const Make& make) {
    def(name, [make](PyDescriptor& self) {
      return self.callAssembled([&](const system::Descriptor& of) { return give(std::invoke(make, of)); });
    });
  }
  /// Adds a method that returns a new PETSc object for selected rows.
  template <class Object>
  void madeOfRows(const char* name, Object (system::Descriptor::*make)(RowKind) const) {
    const auto of_rows = [make](PyDescriptor& self, const std::string& rows) {
      const RowKind kind = rowKindOf(rows);
      return self.callAssembled([&](const system::Descriptor& of) { return give((of.*make)(kind)); });
    };
    def(name, of_rows, py::arg("rows"));
  }
};

void bindCounts(Binding& descriptor) {
  using system::Descriptor;
  descriptor.query("variables", &Descriptor::variables);
  descriptor.query("constraints", &Descriptor::constraints);
  descriptor.query("active_constraints", &Descriptor::activeConstraints);
  descriptor.query("blocks", &Descriptor::blocks);
  descriptor.query("num_variables", &Descriptor::numVariables);
  descriptor.query("num_active_variables", &Descriptor::numActiveVariables);
  descriptor.query("num_constraints", &Descriptor::numConstraints);
  descriptor.query("num_active_constraints", &Descriptor::numActiveConstraints);
}

void bindMatricesOf(Binding& descriptor) {
  using system::Descriptor;
  descriptor.live("A", &Descriptor::A);
  descriptor.live("G", &Descriptor::G);
  descriptor.live("G_transposed", &Descriptor::transpose);
  descriptor.live("E", &Descriptor::E);
  descriptor.live("Z", [](const Descriptor& of) { return of.whole().get(); });
  descriptor.made("f", &Descriptor::f);
  descriptor.made("b", &Descriptor::b);
  descriptor.made("d", &Descriptor::d);
  descriptor.made("diagonal", &Descriptor::diagonal);
  descriptor.made("displacement", &Descriptor::displacement);
  descriptor.made("assembled", &Descriptor::assembled);
  descriptor.made("from_products", [](const Descriptor& of) { return system::rebuiltFromProducts(of.whole().get()); });
  descriptor.madeOfRows("assembled_active", &Descriptor::assembledActive);
  descriptor.madeOfRows("active_entries", &Descriptor::activeEntries);
  descriptor.madeOfRows("active_multipliers", &Descriptor::activeMultipliers);
}

void bindVectors(Binding& descriptor) {
  descriptor.def("index_sets", indexSets)
      .def("schur_complement", schurComplement, py::arg("whole"))
      .def("multiply_schur", multiplySchur, py::arg("l"), py::arg("y"), py::arg("enabled"))
      .def("set_displacement", setDisplacement, py::arg("q"))
      .def("join", join, py::arg("q"), py::arg("multipliers"))
      .def("split", split, py::arg("x"))
      .def("gather", gather, py::arg("values"), py::arg("of"))
      .def("scatter", scatter, py::arg("vector"), py::arg("of"))
      .def("project", project, py::arg("multipliers"))
      .def("project_unknowns", projectUnknowns, py::arg("x"))
      .def("feasibility", feasibility, py::arg("multipliers"));
}

}  // namespace

void bindDescriptor(py::module_& module) {
  using system::DescriptorEntry;
  py::class_<DescriptorEntry>(module, "DescriptorEntry", "Rows of an object or a constraint.")
      .def_readonly("name", &DescriptorEntry::name)
      .def_readonly("first", &DescriptorEntry::first)
      .def_readonly("count", &DescriptorEntry::count)
      .def_readonly("total", &DescriptorEntry::total)
      .def_readonly("active", &DescriptorEntry::active);
  using system::Feasibility;
  py::class_<Feasibility>(module, "Feasibility", "Feasibility errors of a constraint.")
      .def_readonly("constraint", &Feasibility::constraint)
      .def_readonly("violation", &Feasibility::violation)
      .def_readonly("complementarity", &Feasibility::complementarity)
      .def_readonly("excess", &Feasibility::excess);
  Binding descriptor(module, "Descriptor",
                     "Saddle-point system of a step; the class Descriptor of the package wraps it.");
  descriptor
      .def(py::init([](Session& session, bool matrix_free) {
             return std::make_shared<PyDescriptor>(session.shared_from_this(), matrix_free);
           }),
           py::arg("session"), py::arg("matrix_free"))
      .def(
          "assemble",
          [](PyDescriptor& self, const std::array<double, 3>& factors) {
            self.call([&](OwnedDescriptor& of) {
              of.descriptor.assemble({factors[0], factors[1], factors[2]});
              of.is_assembled = true;
            });
          },
          py::arg("factors"))
      .def(
          "set_active",
          [](PyDescriptor& self, const std::string& constraint, bool active) {
            self.call([&](OwnedDescriptor& of) { of.descriptor.setActive(constraint, active); });
          },
          py::arg("constraint"), py::arg("active"));
  bindCounts(descriptor);
  bindMatricesOf(descriptor);
  bindVectors(descriptor);
}

}  // namespace tenon::python
