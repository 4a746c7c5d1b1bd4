// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <pybind11/pybind11.h>

#include <functional>
#include <memory>

#include "tenon/base/Communicator.hpp"
#include "tenon/constraint/Constraint.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/force/ForceField.hpp"
#include "tenon/mapping/Mapping.hpp"

// Functions that create contributors by calling factories in Python. A factory receives the object
// `find` and returns an instance of a class derived from tenon.ForceField, tenon.Constraint or
// tenon.Mapping:
//
//   lambda find: Bands(find, ("block", "top"), ("cover", "base"), 7.0)
//
// The returned functions are collective. If the factory raises an exception on any rank, all ranks
// throw an error.
namespace tenon::python {

/// Function that creates an interaction or constraint, given the objects of a case.
template <class Type>
using CreateByFind = std::function<std::unique_ptr<Type>(const fem::FindDomain&)>;

/// Returns the function that creates a force field on several objects.
/// @param factory  function of `find` in Python
/// @param comm     communicator of the simulation
CreateByFind<force::ForceField> interactionFromPython(pybind11::object factory, base::Communicator comm);
/// Returns the function that creates a force field on one object. In this case, `find` knows only
/// this object.
std::function<std::unique_ptr<force::ForceField>(const fem::Domain&)> forceFromPython(pybind11::object factory);
/// Returns the function that creates a constraint.
CreateByFind<constraint::Constraint> constraintFromPython(pybind11::object factory, base::Communicator comm);
/// Returns the function that creates the mapping of an object.
std::function<std::unique_ptr<mapping::Mapping>(const fem::Domain& own, const fem::FindDomain&)> mappingFromPython(
    pybind11::object factory);

}  // namespace tenon::python
