#pragma once
#include <cstdint>
#include <vector>

#include "tenon/contact/ExactRows.hpp"
#include "tenon/contact/Neighbourhood.hpp"

namespace tenon::contact {

// What there is to do in a step, counted: 1 for a body, 2 for a contact, 1 for a row of an exact constraint, and 2 for
// each time that a contact or a block of rows asks for a body of another rank.

/// Collective. The largest of any rank, if they work on the local bodies as in `ranks`. Rows stay where they are.
double largestLoad(const Neighbourhood& near, const ExactRows& rows, const std::vector<int>& ranks);

/// Collective. [owned bodies]: what comes with each; a contact between two free ones is shared by them.
std::vector<std::int64_t> weightsOf(const Neighbourhood& near);

/// Collective. The mean over the ranks if none asked for anything of another one.
double leastLoad(const base::Communicator& comm, const std::vector<std::int64_t>& weights, const ExactRows& rows);

}  // namespace tenon::contact
