// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// This header includes mechanical systems, which consist of objects, mappings and constraints, and
// the matrices and vectors that are assembled from their contributors. The functions of extract.hpp
// provide K, B, M, G and right-hand sides to other programs.
#include "tenon/system/Body.hpp"
#include "tenon/system/MechanicalSystem.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/CompositeSystem.hpp"
#include "tenon/system/forms/Factors.hpp"
#include "tenon/system/forms/LinearSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"
#include "tenon/system/forms/extract.hpp"
#include "tenon/system/operators/ConstraintJacobian.hpp"
#include "tenon/system/operators/Descriptor.hpp"
#include "tenon/system/operators/SchurComplement.hpp"
