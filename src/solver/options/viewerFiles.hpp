// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::solver {

/// Returns the name of the file that PETSc writes for an option of this name and value, such as
/// -ksp_view ascii:solver.txt; otherwise an empty string. Names that PETSc chooses or completes are
/// not returned.
std::string viewerFileName(const std::string& name, const std::string& value);

/// Checks before the solve that the files named by PETSc's options can be written, because PETSc
/// opens them after the solve or at the end of the program.
/// @param words  options in the form of a command line
/// @param where  source of the options for messages
/// @param inputs  input files, which must not be overwritten
/// @throws FileError if a file cannot be written, or if no program waits for the data of a viewer
/// @throws InputError if PETSc does not have the type of viewer or of drawing, or if a file is one
///   of `inputs`
/// @note Collective.
void requireViewerFiles(const base::Communicator& comm, const std::vector<std::string>& words, const std::string& where,
                        const std::vector<std::string>& inputs = {});

}  // namespace tenon::solver
