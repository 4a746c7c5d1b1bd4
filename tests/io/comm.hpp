#pragma once
// All ranks, as the tests of this module name them.
#include "tenon/base/Communicator.hpp"

namespace tenon::io::testing {

inline base::Communicator comm() {
  return base::Communicator::world();
}

}  // namespace tenon::io::testing
