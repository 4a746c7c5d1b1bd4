// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "analysis/adjoint/Objective.hpp"
#include "tenon/base/Registry.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::analysis {

/// Model to which objectives refer.
struct ObjectiveContext {
  const system::MechanicalSystem& mechanics;  ///< model, which must outlive the objectives
  fem::FindDomain find;                       ///< finds an object by its name
};

/// Registry of the types of objectives. A type has the constructor T(T::Data, const
/// ObjectiveContext&).
using ObjectiveRegistry = base::Registry<Objective, const ObjectiveContext&>;

/// Returns a function that finds the objects of a model.
fem::FindDomain domainFinder(const system::MechanicalSystem& mechanics);

}  // namespace tenon::analysis
