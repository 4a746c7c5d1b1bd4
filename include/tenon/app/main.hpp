#pragma once
#include <functional>

#include "tenon/simulation/registries.hpp"

namespace tenon {

/// Adds types of one's own to those that a case may name.
using RegisterMine = std::function<void(simulation::Registries&)>;

/// The command `tenon`, whole: MPI and PETSc from start to end, every subcommand, messages and exit codes. A program
/// with types of its own is this call:
///   int main(int argc, char** argv) {
///     return tenon::main(argc, argv, [](tenon::simulation::Registries& mine) {
///       mine.forces.add<MyForce>("my-force", "what it does");
///     });
///   }
int main(int argc, char** argv, const RegisterMine& register_mine = {});

}  // namespace tenon
