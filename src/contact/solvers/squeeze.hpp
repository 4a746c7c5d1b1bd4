#pragma once
#include <vector>

#include "tenon/contact/ImpulseStep.hpp"

namespace tenon::contact {

/// Whether impulses x, with v = M^-1 J^T x and u~ = J (v_0 + v) + C x + b + mu |u_t| e_n, are no solution whatever
/// their error. Of a solution x . u~ = 0, so that what they change of the motion, and give way by, is what the free
/// motion asks for:
///   x . (J v + C x) = - x . (u~ - J v - C x).
/// Where bodies are squeezed by more than gives way there is none: impulses grow along a direction d of the cones with
/// J^T d = 0, C d = 0 and r . d < 0 (Farkas' lemma for cones), change nothing, and are asked for more. Errors relative
/// to the impulses then fall below every tolerance. True where the left-hand side is less than a hundredth of the right
/// one, and that is not round-off. Collective.
bool areSqueezing(const ConeProblem& problem, const Impulses& x, const std::vector<double>& v);

/// The two bodies of the largest normal impulse; none where nothing touches. Collective.
ImpulseStep::Squeezed mostSqueezed(const Neighbourhood& neighbourhood, const Impulses& x);

}  // namespace tenon::contact
