#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::simulation {

/// For the start of a command, before anything is read in full or solved: makes the folders of its outputs, and finds out
/// whether they can be written. InputError where one is an input, by whatever name or link, or where two are one file:
/// what is read is never overwritten. FileError where one cannot be written. Names that are empty are passed over.
/// Collective.
void requireOutputs(const base::Communicator& comm, const std::vector<std::string>& outputs,
                    const std::vector<std::string>& inputs);

/// The first part of it. Collective; InputError.
void requireNoInput(const base::Communicator& comm, const std::vector<std::string>& outputs,
                    const std::vector<std::string>& inputs);

}  // namespace tenon::simulation
