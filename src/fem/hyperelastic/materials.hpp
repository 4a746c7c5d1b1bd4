// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Network.hpp"
#include "Ogden.hpp"
#include "anisotropic.hpp"
#include "isotropic.hpp"
#include "tenon/fem/laws/DifferentiatedLaw.hpp"

// All hyperelastic materials. Each material model is instantiated with its material, in
// src/fem/hyperelastic.
namespace tenon::fem {

extern template class DifferentiatedLaw<ArrudaBoyce>;
extern template class DifferentiatedLaw<Costa>;
extern template class DifferentiatedLaw<FibreReinforced>;
extern template class DifferentiatedLaw<Guccione>;
extern template class DifferentiatedLaw<IsochoricNeoHookean>;
extern template class DifferentiatedLaw<MooneyRivlin>;
extern template class DifferentiatedLaw<NeoHookean>;
extern template class DifferentiatedLaw<Network>;
extern template class DifferentiatedLaw<Ogden>;
extern template class DifferentiatedLaw<SaintVenantKirchhoff>;
extern template class DifferentiatedLaw<StableNeoHookean>;
extern template class DifferentiatedLaw<VerondaWestmann>;

}  // namespace tenon::fem
