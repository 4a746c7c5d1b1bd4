// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Degrees of freedom of distributed states, and vectors and matrices over these degrees of freedom.
// Contributors add forces and derivatives through the classes of this module.
#include "tenon/la/assembly/Accumulator.hpp"
#include "tenon/la/assembly/AssemblyRules.hpp"
#include "tenon/la/contributions.hpp"
#include "tenon/la/handles.hpp"
#include "tenon/la/layout/CombinedLayout.hpp"
#include "tenon/la/layout/Halo.hpp"
#include "tenon/la/layout/Layout.hpp"
#include "tenon/la/layout/NodeFrame.hpp"
#include "tenon/la/layout/State.hpp"
#include "tenon/la/layout/rotations.hpp"
#include "tenon/la/matrices/SaddleMatrix.hpp"
