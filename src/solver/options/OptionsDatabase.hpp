// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscsys.h>

namespace tenon::solver {

/// Database of PETSc options that is separate from the default database of the program. Solvers
/// that are created and run within a Scope see only the options of this database, so that they and
/// the solvers of a host program do not affect each other.
class OptionsDatabase {
 public:
  /// Creates a database that contains the same options from the environment variable PETSC_OPTIONS
  /// as the database of a program, except -options_file.
  OptionsDatabase();
  ~OptionsDatabase();
  OptionsDatabase(const OptionsDatabase&) = delete;
  OptionsDatabase& operator=(const OptionsDatabase&) = delete;

  /// Makes a database PETSc's default options database for the lifetime of the Scope object. PETSc
  /// prints no error messages during this time, because tenon reports them. Scopes of one database
  /// may be nested.
  class Scope {
   public:
    /// Begins the scope of a database, which must outlive it.
    explicit Scope(const OptionsDatabase& database);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    const OptionsDatabase& database_;
  };

 private:
  mutable int num_scopes_ = 0;  // PETSc's stack must not contain a database twice
  PetscOptions database_ = nullptr;
};

}  // namespace tenon::solver
