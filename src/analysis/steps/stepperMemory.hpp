#pragma once
#include "tenon/analysis/Snapshot.hpp"
#include "tenon/analysis/Stepper.hpp"

namespace tenon::analysis {

/// Copies into `snapshot` what the stepper remembers of earlier steps. Collective.
void remember(Stepper& stepper, Snapshot& snapshot);

/// Gives the stepper what `snapshot` remembers, by name. Collective.
/// @throws InputError if the snapshot has vectors or numbers that the stepper does not know, or lacks some.
void recall(const Snapshot& snapshot, Stepper& stepper);

}  // namespace tenon::analysis
