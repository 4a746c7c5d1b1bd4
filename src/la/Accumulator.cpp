#include "tenon/la/Accumulator.hpp"

#include <fmt/format.h>

#include "tenon/base/Error.hpp"

namespace tenon::la {

void Accumulator::refuseShape(BlockShape written, BlockShape wanted) const {
  throw base::InternalError(fmt::format(
      "A contributor wrote a block of shape {} x {} where {} x {} is wanted; index checking says which one.",
      written.rows, written.columns, wanted.rows, wanted.columns));
}

}  // namespace tenon::la
