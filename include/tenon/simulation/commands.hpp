#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/Error.hpp"

// What the command `tenon` does, one function per command. All are collective.
namespace tenon::simulation {

struct RunOptions {
  std::string case_file;
  std::string output;                    ///< stem of the results; empty: what the case says
  std::string summary_file;              ///< JSON summary; empty: none
  std::string tables;                    ///< folder that gets tables in CSV; empty: none
  bool allow_unused = false;             ///< accept PETSc options that nothing used
  bool allow_outside = false;            ///< the case may write outside of its folder and of that of `output`
  bool restart = false;                  ///< goes on from the checkpoint of a run that was ended
  std::vector<std::string> petsc_words;  ///< PETSc's part of the command line
};

/// A motion in time has been ended by a signal, in order and with a checkpoint.
inline constexpr base::ExitCode ended_by_signal{6};

/// Solves a case and writes its results.
void run(const base::Communicator& comm, const RunOptions& options);

struct CheckOptions {
  std::string case_file;
  std::optional<std::string> graph;      ///< file that gets the graph of mappings (.txt, .dot, .svg); empty: the screen
  bool allow_unused = false;             ///< accept PETSc options that nothing uses
  bool allow_outside = false;            ///< the case may write outside of its folder
  std::vector<std::string> petsc_words;  ///< PETSc's part of the command line
};

/// Reads a case and everything it names, and throws one InputError with all that is wrong; prints a line if nothing is.
void check(const base::Communicator& comm, const CheckOptions& options);

/// Prints cells, groups, bounding box and quality of a mesh, and with parts > 0 what METIS makes of it.
void describeMesh(const base::Communicator& comm, const std::string& mesh, int parts);

/// Cuts a mesh into parts (0: 64) and writes it for reading in parallel.
void partitionMesh(const base::Communicator& comm, const std::string& mesh, const std::string& output, int parts);

}  // namespace tenon::simulation
