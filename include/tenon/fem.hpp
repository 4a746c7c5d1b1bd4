// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Finite elements: regions of a mesh, quadrature, fields, material models, stress recovery, and the
// pairing of nodes for interactions.
#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/fem/Dual.hpp"
#include "tenon/fem/Field.hpp"
#include "tenon/fem/NodeTuples.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/fem/Quadrature.hpp"
#include "tenon/fem/Recovery.hpp"
#include "tenon/fem/Region.hpp"
#include "tenon/fem/Tensor.hpp"
#include "tenon/fem/cells.hpp"
#include "tenon/fem/laws/DifferentiatedLaw.hpp"
#include "tenon/fem/laws/InelasticLaw.hpp"
#include "tenon/fem/laws/InternalVariables.hpp"
#include "tenon/fem/laws/Jet.hpp"
#include "tenon/fem/laws/MaterialLaw.hpp"
#include "tenon/fem/laws/Tangent.hpp"
#include "tenon/fem/search/pairing.hpp"
