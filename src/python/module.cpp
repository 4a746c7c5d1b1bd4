// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <petscversion.h>
#include <pybind11/functional.h>
#include <pybind11/pybind11.h>

#include "base/interface/interfaceNames.hpp"
#include "base/processor/ProcessorLevel.hpp"
#include "bindings.hpp"
#include "python/casters.hpp"
#include "tenon/base/HostRuntime.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/simulation/reading/registries.hpp"

PYBIND11_MODULE(_tenon, module) {
  using namespace tenon;
  module.doc() = "Compiled part of the package tenon.";
  python::importPythonApis();
  python::bindErrors(module);
  base::attachToHost();
  base::setUserInterface(base::UserInterface::python);
  base::requireSameLevel(base::Communicator::world());
  base::setUpLog(base::Communicator::world(), "warn");
  simulation::registries();
  python::bindContributors(module);
  python::bindSimulation(module);
  python::bindModel(module);
  python::bindRegistries(module);
  python::bindMatrices(module);
  python::bindDescriptor(module);
  python::bindStates(module);
  python::bindStudy(module);
  python::bindObjectives(module);
  python::bindGradients(module);
  python::bindTesting(module);

  module.attr("__version__") = TENON_VERSION;
  module.attr("petsc_version") = pybind11::make_tuple(PETSC_VERSION_MAJOR, PETSC_VERSION_MINOR, PETSC_VERSION_SUBMINOR);
  module.attr("index_bits") = 8 * sizeof(PetscInt);
  module.def(
      "set_log_level",
      [](const std::string& level, const pybind11::object& comm) {
        base::setUpLog(python::communicatorOf(comm), level);
      },
      pybind11::arg("level"), pybind11::arg("comm") = pybind11::none(),
      "Sets the level of the log: trace, debug, info, warn, error or off.");
  module.def(
      "abort_unless_all_fail", &base::abortUnlessAllFail, pybind11::arg("code"), pybind11::arg("knows_cause"),
      pybind11::arg("report"),
      "Ends all ranks with MPI_Abort unless all ranks call this function within two seconds. Calls report() on one "
      "of the ranks that call it, preferably one that knows the cause.");
}
