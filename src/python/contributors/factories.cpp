// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "factories.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "Find.hpp"
#include "PyConstraint.hpp"
#include "PyForceField.hpp"
#include "PyTupleConstraint.hpp"
#include "PyTupleForce.hpp"
#include "PyTupleMapping.hpp"

namespace py = pybind11;

namespace tenon::python {
namespace {

using Selection = std::shared_ptr<TupleSelection>;

/// Contributor that a factory has returned.
struct Made {
  py::object object;
  std::string kind;  ///< attribute `_kind` of its class
};

/// Calls a factory.
/// @throws base::InputError if the result is no contributor of one of the given kinds
Made callFactory(const py::object& factory, const std::shared_ptr<Find>& find, const char* base_class,
                 std::initializer_list<const char*> kinds) {
  return callPython(find->comm(), [&] {
    Made made{factory(find), {}};
    const auto type = py::str(py::type::of(made.object).attr("__name__")).cast<std::string>();
    made.kind = py::getattr(made.object, "_kind", py::str("")).cast<std::string>();
    if (std::find(kinds.begin(), kinds.end(), made.kind) == kinds.end())
      throw base::InputError(
          fmt::format("A factory returned an object of type '{}', but must return an instance of a class derived from "
                      "tenon.{}.",
                      type, base_class));
    if (!made.object.attr("_is_initialised").cast<bool>())
      throw base::InputError(fmt::format("{}.__init__ does not call super().__init__().", type));
    return made;
  });
}

/// Calls a factory on all ranks; an exception on one rank becomes an error of all ranks.
/// @note Collective.
Made callFactoryCollectively(const py::object& factory, const std::shared_ptr<Find>& find, const char* base_class,
                             std::initializer_list<const char*> kinds) {
  Made made;
  std::exception_ptr error;
  try {
    made = callFactory(factory, find, base_class, kinds);
  } catch (...) {
    error = std::current_exception();
    // All ranks have already thrown this error in a function of `find`.
    if (find->failure()) {
      try {
        std::rethrow_exception(find->failure());
      } catch (const base::Error& first) {
        if (first.isOnAllRanks()) throw;
      } catch (...) {  // reported below
      }
    }
  }
  find->finish(error);
  return made;
}

std::unique_ptr<force::ForceField> makeForce(const py::object& factory, const std::shared_ptr<Find>& find) {
  const py::gil_scoped_acquire lock;
  Made made = callFactoryCollectively(factory, find, "ForceField", {"force", "tuple_force"});
  if (made.kind == "force") return std::make_unique<PyForceField>(std::move(made.object), find->comm(), find->life());
  auto selections = made.object.attr("_selections").cast<std::vector<Selection>>();
  return std::make_unique<PyTupleForce>(std::move(made.object), find->comm(), find->life(), std::move(selections));
}

std::unique_ptr<constraint::Constraint> makeConstraint(const py::object& factory, const std::shared_ptr<Find>& find) {
  const py::gil_scoped_acquire lock;
  Made made = callFactoryCollectively(factory, find, "Constraint", {"constraint", "tuple_constraint"});
  if (made.kind == "constraint")
    return std::make_unique<PyConstraint>(std::move(made.object), find->comm(), find->life());
  auto tuples = made.object.attr("tuples").cast<Selection>();
  return std::make_unique<PyTupleConstraint>(std::move(made.object), find->comm(), find->life(), std::move(tuples));
}

/// Factory in Python that a copyable std::function can hold.
std::shared_ptr<const PythonReference> shared(py::object factory) {
  return std::make_shared<const PythonReference>(std::move(factory));
}

}  // namespace

CreateByFind<force::ForceField> interactionFromPython(py::object factory, base::Communicator comm) {
  return [factory = shared(std::move(factory)), comm](const fem::FindDomain& find) {
    return makeForce(factory->get(), std::make_shared<Find>(find, comm, nullptr));
  };
}

std::function<std::unique_ptr<force::ForceField>(const fem::Domain&)> forceFromPython(py::object factory) {
  return [factory = shared(std::move(factory))](const fem::Domain& domain) {
    const fem::FindDomain find = [&domain](const std::string& name) -> const fem::Domain& {
      if (name == domain.object) return domain;
      throw base::InputError(fmt::format(
          "A force of the object '{}' cannot act on '{}': move the force to `interactions`.", domain.object, name));
    };
    return makeForce(factory->get(), std::make_shared<Find>(find, domain.mesh.comm(), nullptr));
  };
}

CreateByFind<constraint::Constraint> constraintFromPython(py::object factory, base::Communicator comm) {
  return [factory = shared(std::move(factory)), comm](const fem::FindDomain& find) {
    return makeConstraint(factory->get(), std::make_shared<Find>(find, comm, nullptr));
  };
}

std::function<std::unique_ptr<mapping::Mapping>(const fem::Domain& own, const fem::FindDomain&)> mappingFromPython(
    py::object factory) {
  return [factory = shared(std::move(factory))](
             const fem::Domain& own, const fem::FindDomain& find_domain) -> std::unique_ptr<mapping::Mapping> {
    const py::gil_scoped_acquire lock;
    const auto find = std::make_shared<Find>(find_domain, own.mesh.comm(), &own);
    Made made = callFactoryCollectively(factory->get(), find, "TupleMapping", {"tuple_mapping"});
    auto parents = made.object.attr("tuples").cast<Selection>();
    return std::make_unique<PyTupleMapping>(std::move(made.object), find->comm(), find->life(), own.state,
                                            std::move(parents));
  };
}

}  // namespace tenon::python
