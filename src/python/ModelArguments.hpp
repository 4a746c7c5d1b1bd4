// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <pybind11/pybind11.h>

#include <map>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/mesh/MeshData.hpp"
#include "tenon/simulation/reading/Additions.hpp"
#include "tenon/simulation/reading/CaseFile.hpp"

namespace tenon::python {

/// Returns the part of a mesh that an instance of tenon.mesh.Mesh represents.
mesh::MeshData meshDataOf(const pybind11::handle& mesh);

/// Arguments of functions on models: the case, its options, and what exists in Python only. The
/// case is given as text, or by the path of a case file.
class ModelArguments {
 public:
  /// Reads the arguments from the tuple that Model._arguments() or tenon.gradients returns.
  explicit ModelArguments(const pybind11::tuple& values);

  /// Returns the case of the root. @note Collective.
  simulation::CaseFile read(const base::Communicator& comm) const;
  /// Returns the functions and meshes that Model._additions() and Model._meshes() return.
  /// @note Collective.
  simulation::Additions additions(const base::Communicator& comm) const;

  /// Returns texts that distinguish the results of the case from those with other arguments: the
  /// values of parameters, and the objectives in Python with their settings.
  std::vector<std::string> identifiers() const;

  std::vector<std::string> petsc;     ///< PETSc options
  std::vector<std::string> settings;  ///< values of parameters
  bool allow_unused;                  ///< true if unused PETSc options are accepted

 private:
  bool is_file_;
  std::string text_, name_, folder_;
  std::map<std::string, pybind11::object> meshes_;
  pybind11::dict factories_;
};

}  // namespace tenon::python
