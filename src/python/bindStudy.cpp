// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "python/casters.hpp"
#include "simulation/study/study.hpp"

namespace tenon::python {

namespace py = pybind11;

void bindStudy(py::module_& module) {
  using simulation::StudyOptions;
  py::class_<StudyOptions>(module, "StudyOptions", "Options of a study; see `tenon.study()`.")
      .def(py::init([] {
        StudyOptions options;
        options.separate_options = true;
        options.end_on_signals = false;
        return options;
      }))
      .def_readwrite("case_file", &StudyOptions::case_file)
      .def_readwrite("settings", &StudyOptions::settings)
      .def_readwrite("variations", &StudyOptions::variations)
      .def_readwrite("selection", &StudyOptions::selection)
      .def_readwrite("table", &StudyOptions::table)
      .def_readwrite("output", &StudyOptions::output)
      .def_readwrite("ranks_per_run", &StudyOptions::ranks_per_run)
      .def_readwrite("overwrite", &StudyOptions::overwrite)
      .def_readwrite("allow_unused", &StudyOptions::allow_unused)
      .def_readwrite("petsc_words", &StudyOptions::petsc_words);
  module.def(
      "study",
      [](const StudyOptions& options, const py::object& comm) {
        const simulation::StudyResults results = simulation::study(communicatorOf(comm), options);
        return py::make_tuple(results.columns, results.rows);
      },
      py::arg("options"), py::arg("comm"),
      "Returns the columns and the rows of a study on the first rank, and empty lists on the others. Collective.");
}

}  // namespace tenon::python
