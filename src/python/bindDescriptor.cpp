// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

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
    Simulation& simulation = session_->get();
    session_->releaseAbandonedObjects();
    const Simulation::Scope scope(simulation);
    return work(*owned(simulation));
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

la::Vector unknownsVector(const system::Descriptor& descriptor) {
  la::Vector q;
  TENON_PETSC(MatCreateVecs(descriptor.A(), nullptr, q.out()));
  return q;
}

void bindCounts(py::class_<PyDescriptor, std::shared_ptr<PyDescriptor>>& descriptor) {
  using Entries = std::vector<system::DescriptorEntry>;
  descriptor
      .def("variables",
           [](PyDescriptor& self) { return self.call([](auto& of) -> Entries { return of.descriptor.variables(); }); })
      .def(
          "constraints",
          [](PyDescriptor& self) { return self.call([](auto& of) -> Entries { return of.descriptor.constraints(); }); })
      .def(
          "active_constraints",
          [](PyDescriptor& self, const std::string& rows) {
            const RowKind kind = rowKindOf(rows);
            return self.call([&](auto& of) -> Entries { return of.descriptor.activeConstraints(kind); });
          },
          py::arg("rows"))
      .def("blocks", [](PyDescriptor& self) { return self.call([](auto& of) { return of.descriptor.blocks(); }); })
      .def("num_variables",
           [](PyDescriptor& self) { return self.call([](auto& of) { return of.descriptor.numVariables(); }); })
      .def("num_active_variables",
           [](PyDescriptor& self) { return self.call([](auto& of) { return of.descriptor.numActiveVariables(); }); })
      .def("num_constraints",
           [](PyDescriptor& self) { return self.call([](auto& of) { return of.descriptor.numConstraints(); }); })
      .def(
          "num_active_constraints",
          [](PyDescriptor& self, const std::string& rows) {
            const RowKind kind = rowKindOf(rows);
            return self.call([&](auto& of) { return of.descriptor.numActiveConstraints(kind); });
          },
          py::arg("rows"))
      .def(
          "set_active",
          [](PyDescriptor& self, const std::string& constraint, bool active) {
            self.call([&](auto& of) { of.descriptor.setActive(constraint, active); });
          },
          py::arg("constraint"), py::arg("active"));
}

void bindMatricesOf(py::class_<PyDescriptor, std::shared_ptr<PyDescriptor>>& descriptor) {
  const auto live = [&descriptor](const char* name, auto get) {
    descriptor.def(name, [get](PyDescriptor& self) {
      return self.callAssembled([&](const system::Descriptor& of) { return share(get(of)); });
    });
  };
  live("A", [](const system::Descriptor& of) { return of.A(); });
  live("G", [](const system::Descriptor& of) { return of.G(); });
  live("G_transposed", [](const system::Descriptor& of) { return of.transpose(); });
  live("E", [](const system::Descriptor& of) { return of.E(); });
  live("Z", [](const system::Descriptor& of) { return of.whole().get(); });
  const auto made = [&descriptor](const char* name, auto make) {
    descriptor.def(name, [make](PyDescriptor& self) {
      return self.callAssembled([&](const system::Descriptor& of) { return give(make(of)); });
    });
  };
  made("f", [](const system::Descriptor& of) { return of.f(); });
  made("b", [](const system::Descriptor& of) { return of.b(); });
  made("d", [](const system::Descriptor& of) { return of.d(); });
  made("diagonal", [](const system::Descriptor& of) { return of.diagonal(); });
  made("displacement", [](const system::Descriptor& of) { return of.displacement(); });
  made("assembled", [](const system::Descriptor& of) { return of.assembled(); });
  made("from_products", [](const system::Descriptor& of) { return system::rebuiltFromProducts(of.whole().get()); });
  const auto ofRows = [&descriptor](const char* name, auto make) {
    descriptor.def(
        name,
        [make](PyDescriptor& self, const std::string& rows) {
          const RowKind kind = rowKindOf(rows);
          return self.callAssembled([&](const system::Descriptor& of) { return give(make(of, kind)); });
        },
        py::arg("rows"));
  };
  ofRows("assembled_active", [](const system::Descriptor& of, RowKind kind) { return of.assembledActive(kind); });
  ofRows("active_entries", [](const system::Descriptor& of, RowKind kind) { return of.activeEntries(kind); });
  ofRows("active_multipliers", [](const system::Descriptor& of, RowKind kind) { return of.activeMultipliers(kind); });
  descriptor
      .def("index_sets",
           [](PyDescriptor& self) {
             return self.callAssembled([](const system::Descriptor& of) {
               py::dict sets;
               for (const auto& [name, set] : of.whole().indexSets()) sets[py::str(name)] = share(set.get());
               return sets;
             });
           })
      .def(
          "schur_complement",
          [](PyDescriptor& self, bool whole) {
            using Part = system::SchurComplement::Part;
            return self.callAssembled([&](const system::Descriptor& of) {
              return give(of.schurComplement().form(whole ? Part::whole : Part::bodies));
            });
          },
          py::arg("whole"))
      .def(
          "multiply_schur",
          [](PyDescriptor& self, const py::object& l, const py::object& y, const std::optional<py::array_t<bool>>& on) {
            const Vec from = vectorOf(l, "l"), to = vectorOf(y, "y");
            self.callAssembled([&](const system::Descriptor& of) {
              of.multipliers().requireSize(from);
              of.multipliers().requireSize(to);
              const system::SchurComplement schur = of.schurComplement();
              if (!on) return schur.multiply(from, to);
              const std::vector<char> flags(on->data(), on->data() + on->size());
              schur.multiply(from, to, flags);
            });
          },
          py::arg("l"), py::arg("y"), py::arg("enabled"));
}

void bindVectors(py::class_<PyDescriptor, std::shared_ptr<PyDescriptor>>& descriptor) {
  descriptor
      .def(
          "set_displacement",
          [](PyDescriptor& self, const py::object& q) {
            const Vec from = vectorOf(q, "q");
            self.call([&](auto& of) { of.descriptor.setDisplacement(from); });
          },
          py::arg("q"))
      .def(
          "join",
          [](PyDescriptor& self, const py::object& q, const Arrays& multipliers) {
            const Vec from = vectorOf(q, "q");
            return self.callAssembled([&](const system::Descriptor& of) {
              return give(of.join(from, partsOf(self.comm(), of.multipliers(), multipliers)));
            });
          },
          py::arg("q"), py::arg("multipliers"))
      .def(
          "split",
          [](PyDescriptor& self, const py::object& x) {
            const Vec from = vectorOf(x, "x");
            return self.callAssembled([&](const system::Descriptor& of) {
              la::Vector q = unknownsVector(of);
              const std::vector<VectorPart> parts = of.split(from, q.get());
              return py::make_tuple(give(std::move(q)), asArrays(parts));
            });
          },
          py::arg("x"))
      .def(
          "gather",
          [](PyDescriptor& self, const Arrays& values, const std::string& of_what) {
            return self.callAssembled([&](const system::Descriptor& of) {
              const bool is_all = of_what == "all", is_l = of_what == "multipliers";
              const system::VectorParts& parts = is_all ? of.all() : is_l ? of.multipliers() : of.unknowns();
              la::Vector to;
              if (is_all)
                to = of.whole().makeVector();
              else
                TENON_PETSC(MatCreateVecs(is_l ? of.G() : of.A(), nullptr, to.out()));
              parts.gather(partsOf(self.comm(), parts, values), to.get());
              return give(std::move(to));
            });
          },
          py::arg("values"), py::arg("of"))
      .def(
          "scatter",
          [](PyDescriptor& self, const py::object& vector, const std::string& of_what) {
            const Vec from = vectorOf(vector, "vector");
            return self.callAssembled([&](const system::Descriptor& of) {
              const system::VectorParts& parts = of_what == "all"           ? of.all()
                                                 : of_what == "multipliers" ? of.multipliers()
                                                                            : of.unknowns();
              return asArrays(parts.scatter(from));
            });
          },
          py::arg("vector"), py::arg("of"))
      .def(
          "project",
          [](PyDescriptor& self, const Arrays& multipliers) {
            return self.callAssembled([&](const system::Descriptor& of) {
              return asArrays(of.project(partsOf(self.comm(), of.multipliers(), multipliers)));
            });
          },
          py::arg("multipliers"))
      .def(
          "project_unknowns",
          [](PyDescriptor& self, const py::object& x) {
            const Vec of_all = vectorOf(x, "x");
            self.callAssembled([&](const system::Descriptor& of) { of.projectUnknowns(of_all); });
          },
          py::arg("x"))
      .def(
          "feasibility",
          [](PyDescriptor& self, const Arrays& multipliers) {
            return self.callAssembled([&](const system::Descriptor& of) {
              return of.feasibility(partsOf(self.comm(), of.multipliers(), multipliers));
            });
          },
          py::arg("multipliers"));
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
  py::class_<PyDescriptor, std::shared_ptr<PyDescriptor>> descriptor(
      module, "Descriptor", "Saddle-point system of a step; the class Descriptor of the package wraps it.");
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
          py::arg("factors"));
  bindCounts(descriptor);
  bindMatricesOf(descriptor);
  bindVectors(descriptor);
}

}  // namespace tenon::python
