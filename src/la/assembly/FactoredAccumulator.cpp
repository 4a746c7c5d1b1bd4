#include "tenon/la/assembly/FactoredAccumulator.hpp"

#include "tenon/base/Error.hpp"

namespace tenon::la {

void FactoredAccumulator::patternChanged(const std::string& what) {
  if (!on_change_) throw base::InternalError(what);
  if (!pattern_changed_) on_change_(what);
  pattern_changed_ = true;
}

}  // namespace tenon::la
