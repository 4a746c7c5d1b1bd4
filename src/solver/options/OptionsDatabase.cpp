// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solver/options/OptionsDatabase.hpp"

#include <string>
#include <vector>

#include "base/Runtime.hpp"
#include "tenon/base/check.hpp"

namespace tenon::solver {

OptionsDatabase::OptionsDatabase() {
  TENON_PETSC(PetscOptionsCreate(&database_));
  std::vector<std::string> files;
  std::vector<std::string> words = base::extractOptionFiles(base::petscOptionsFromEnvironment(), files);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  TENON_PETSC(PetscOptionsInsertArgs(database_, static_cast<int>(arguments.size()), arguments.data()));
}

OptionsDatabase::~OptionsDatabase() {
  PetscOptionsDestroy(&database_);
}

OptionsDatabase::Scope::Scope(const OptionsDatabase& database) : database_(database) {
  if (database_.num_scopes_++ > 0) return;
  TENON_PETSC(PetscOptionsPush(database.database_));
  TENON_PETSC(PetscPushErrorHandler(PetscIgnoreErrorHandler, nullptr));
}

OptionsDatabase::Scope::~Scope() {
  if (--database_.num_scopes_ > 0) return;
  PetscPopErrorHandler();
  PetscOptionsPop();
}

}  // namespace tenon::solver
