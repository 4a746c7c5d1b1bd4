#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::solver {

/// The file that an option of this name and value makes PETSc write, such as -ksp_view ascii:solver.txt; else empty.
/// Names that PETSc chooses or completes itself are not told.
std::string viewerFile(const std::string& name, const std::string& value);

/// Finds out before the solve whether the files that PETSc's options name can be written: PETSc opens them after it, or
/// as the program ends. `words` as on a command line, `where` they stand for a person. Collective.
/// @throws FileError for a file that cannot be written, and for a viewer whose data no program waits for;
/// InputError for a type of viewer or of drawing that PETSc does not have, and for a file that is one of `inputs`.
void requireViewerFiles(const base::Communicator& comm, const std::vector<std::string>& words,
                        const std::string& where, const std::vector<std::string>& inputs = {});

}  // namespace tenon::solver
