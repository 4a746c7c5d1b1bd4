#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/io/NewFolders.hpp"

namespace tenon::simulation {

/// For the start of a command, before anything is read in full or solved: makes the folders of its outputs, and finds
/// out whether they can be written. InputError where one is an input, by whatever name or link, or where two are one
/// file: what is read is never overwritten. FileError where one cannot be written. Names that are empty are passed
/// over.
/// @return The folders that were made; those that stay empty, because the command fails, go with it. Collective.
[[nodiscard]] io::NewFolders requireOutputs(const base::Communicator& comm, const std::vector<std::string>& outputs,
                                            const std::vector<std::string>& inputs);

/// InputError if an output that a case names lies outside of these folders, by "..", by an absolute name or through
/// links. `where`: the place in the case, for the message. Collective.
void requireConfined(const base::Communicator& comm, const std::vector<std::string>& outputs,
                     const std::vector<std::string>& folders, const std::string& where);

/// The first part of it. Collective; InputError.
void requireNoInput(const base::Communicator& comm, const std::vector<std::string>& outputs,
                    const std::vector<std::string>& inputs);

}  // namespace tenon::simulation
