// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/Error.hpp"

// Commands of the program `tenon`, one function each. All functions are collective.
namespace tenon::simulation {

/// Options of `tenon run`.
struct RunOptions {
  /// Path of the case file.
  std::string case_file;
  /// Values of parameters that replace those of the case, such as "young=65000".
  std::vector<std::string> settings;
  std::string output;         ///< path of the results without extension; empty for the path in the case
  std::string summary_file;   ///< file of the JSON summary; empty if there is none
  std::string tables;         ///< folder of the CSV tables; empty if there is none
  bool allow_unused = false;  ///< true if unused PETSc options are accepted
  /// True if the case may write outside its folder and of that of `output`.
  bool allow_outside = false;
  bool restart = false;                  ///< true if the run continues from the checkpoint of an interrupted run
  std::vector<std::string> petsc_words;  ///< PETSc options from the command line
};

/// Solves a case and writes its results.
void run(const base::Communicator& comm, const RunOptions& options);

/// Options of `tenon check`.
struct CheckOptions {
  /// Path of the case file.
  std::string case_file;
  /// Values of parameters that replace those of the case, such as "young=65000".
  std::vector<std::string> settings;
  /// File of the graph of mappings (.txt, .dot, .svg); empty string: standard output; none: no
  /// graph.
  std::optional<std::string> graph;
  bool allow_unused = false;             ///< true if unused PETSc options are accepted
  bool allow_outside = false;            ///< true if the case may write outside its folder
  std::vector<std::string> petsc_words;  ///< PETSc options from the command line
};

struct Additions;
struct CaseFile;

/// Reads a case with all its files and prints a line if there is no error.
/// @throws InputError with all errors
void check(const base::Communicator& comm, const CheckOptions& options);
/// Checks a case that has been read, with the contributors and meshes that a host program adds.
/// `case_file` of the options is not used.
/// @throws InputError with all errors
void check(const base::Communicator& comm, const CaseFile& file, const Additions& additions,
           const CheckOptions& options);

/// Prints cells, groups, bounding box and quality of a mesh, and for parts > 0 its partition by
/// METIS.
/// @param place  placement of the mesh in the notation of the key `place`; empty if there is none
void describeMesh(const base::Communicator& comm, const std::string& mesh, int parts, const std::string& place = {});

/// Partitions a mesh into `parts` parts (0: 64) and writes it for parallel reading.
void partitionMesh(const base::Communicator& comm, const std::string& mesh, const std::string& output, int parts);

}  // namespace tenon::simulation
