#pragma once
// Constraints with Lagrange multipliers, Dirichlet boundary conditions, and their registries.
// New types are derived from the base classes declared here, with derivatives by automatic
// differentiation.
#include "tenon/constraint/Constraint.hpp"
#include "tenon/constraint/DifferentiatedConstraint.hpp"
#include "tenon/constraint/DirichletCondition.hpp"
#include "tenon/constraint/GroupCondition.hpp"
#include "tenon/constraint/LinearConstraint.hpp"
#include "tenon/constraint/LinearTerms.hpp"
#include "tenon/constraint/TupleConstraint.hpp"
#include "tenon/constraint/autodiff.hpp"
#include "tenon/constraint/dirichlet/ConstrainedDofs.hpp"
#include "tenon/constraint/dirichlet/ObliqueDirections.hpp"
#include "tenon/constraint/dirichlet/OnPlane.hpp"
#include "tenon/constraint/registry.hpp"
