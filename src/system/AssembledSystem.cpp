#include "tenon/system/AssembledSystem.hpp"

namespace tenon::system {

AssembledSystem::AssembledSystem(const Data& data, const MechanicalSystem& mechanics)
    : AssembledSystem(mechanics, la::Insertion::blocked, data.options()) {}

AssembledSystem::AssembledSystem(const MechanicalSystem& mechanics, la::Insertion insertion,
                                 la::HeldDiagonal held_diagonal)
    : AssembledSystem(mechanics, insertion, SystemOptions{{}, held_diagonal}) {}

AssembledSystem::AssembledSystem(const MechanicalSystem& mechanics, la::Insertion insertion,
                                 const SystemOptions& options)
    : LinearSystem(mechanics, options), insertion_(insertion), assembly_(sharedLayout(), insertion) {}

void AssembledSystem::record(const Factors& factors) {
  record(Terms::of(mechanics(), factors, options().what));
}

void AssembledSystem::record(const Terms& terms) {
  recorded_.unite(terms);
  assembly_.record([&](const la::Contributions& to) { recorded_.contribute(mechanics(), to, false); });
  assembly_.hold(held(), options().held_diagonal);
  is_recorded_ = true;
}

void AssembledSystem::assembleTerms(const Terms& terms, const Factors&) {
  if (!is_recorded_ || !terms.isWithin(recorded_)) record(terms);
  assembly_.assemble([&](const la::Contributions& to) { terms.contribute(mechanics(), to, true); });
}

}  // namespace tenon::system
