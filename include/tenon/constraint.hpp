// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// This header includes the constraints with Lagrange multipliers and the Dirichlet boundary
// conditions. A new type derives from one of the base classes declared here;
// DifferentiatedConstraint computes the derivatives by automatic differentiation.
#include "tenon/constraint/Constraint.hpp"
#include "tenon/constraint/DifferentiatedConstraint.hpp"
#include "tenon/constraint/DirichletCondition.hpp"
#include "tenon/constraint/dirichlet/GroupCondition.hpp"
#include "tenon/constraint/joints/TupleConstraint.hpp"
#include "tenon/constraint/linear/LinearConstraint.hpp"
