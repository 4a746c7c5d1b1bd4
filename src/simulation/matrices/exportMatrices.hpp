// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/system/forms/extract.hpp"

namespace tenon::simulation {

/// Options of `tenon export`.
struct ExportOptions {
  /// Treatment of Dirichlet boundary conditions in exported matrices.
  enum class Conditions { asInAnalysis, applied, ignored };

  /// Path of the case file.
  std::string case_file;
  /// Values of parameters that replace those of the case, such as "young=65000".
  std::vector<std::string> settings;
  /// Names from exportQuantities(); if empty and without a picture: A and b.
  std::vector<std::string> what;
  int step = 0;  ///< step of the analysis; 0: before any solve; n: after n steps
  /// True if matrices are exported after each step, into folders step_0001, step_0002, ... of
  /// `folder`.
  bool every_step = false;
  std::string format = "mm";  ///< format of matrix files, as in la::fileFormat()
  /// Folder of the files.
  std::string folder = "matrices";
  std::string prefix;  ///< prefix of the name of each file in the folder
  /// Name of the only contributor that is exported; empty for the whole system.
  std::string contributor;
  /// Kind of constraint rows that are exported; rows and columns of other rows are omitted.
  system::RowKind rows = system::RowKind::all;
  std::string image;  ///< PNG file of the sparsity pattern; empty if there is none
  /// Determines whether constrained degrees of freedom are eliminated. asInAnalysis: only from A
  /// and b, which are solved.
  Conditions conditions = Conditions::asInAnalysis;
  /// Factors of A = m M + b B + k K, also within Z; none: those of the analysis.
  std::optional<system::Factors> factors;
  /// True if unused PETSc options are accepted.
  bool allow_unused = false;
  bool allow_outside = false;  ///< true if the default folder may be a link to another place
  /// PETSc options from the command line.
  std::vector<std::string> petsc_words;
};

/// Name and meaning of an exportable matrix or vector: K, B, M, A, f, b, x, v, a, G, C, lambda of
/// the whole system or of one contributor; H, Cq, E, bi, d, Z, Zproducts, N, W of the whole system.
struct ExportQuantity {
  std::string name, help;  ///< name and meaning
};
/// Returns all exportable matrices and vectors.
const std::vector<ExportQuantity>& exportQuantities();

/// Writes matrices and vectors of a case at one step into files for other programs, together with
/// `rows.csv`, `multipliers.csv` and `whole.csv`, which describe the rows: all files, or none.
/// Unsupported bodies are an error only if something is solved.
/// @throws InputError if any name is unknown or the case does not have the step, before anything is
///   solved
/// @throws FileError if a file cannot be written
/// @note Collective.
void exportMatrices(const base::Communicator& comm, const ExportOptions& options);

}  // namespace tenon::simulation
