#pragma once
#include "tenon/fem/laws/DifferentiatedLaw.hpp"
#include "tenon/fem/hyperelastic/ArrudaBoyce.hpp"
#include "tenon/fem/hyperelastic/Costa.hpp"
#include "tenon/fem/hyperelastic/FibreReinforced.hpp"
#include "tenon/fem/hyperelastic/Guccione.hpp"
#include "tenon/fem/hyperelastic/IsochoricNeoHookean.hpp"
#include "tenon/fem/hyperelastic/MooneyRivlin.hpp"
#include "tenon/fem/hyperelastic/NeoHookean.hpp"
#include "tenon/fem/hyperelastic/Ogden.hpp"
#include "tenon/fem/hyperelastic/SaintVenantKirchhoff.hpp"
#include "tenon/fem/hyperelastic/StableNeoHookean.hpp"
#include "tenon/fem/hyperelastic/VerondaWestmann.hpp"

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
extern template class DifferentiatedLaw<Ogden>;
extern template class DifferentiatedLaw<SaintVenantKirchhoff>;
extern template class DifferentiatedLaw<StableNeoHookean>;
extern template class DifferentiatedLaw<VerondaWestmann>;

}  // namespace tenon::fem
