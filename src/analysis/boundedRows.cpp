// Rows with bounds as the linear system has them: members of Equations.
#include "ActiveSet.hpp"
#include "tenon/analysis/Equations.hpp"

namespace tenon::analysis {

Mat Equations::active(Mat G) const {
  return active_set_ ? active_set_->active(G) : G;
}

bool Equations::hasOtherRows() const {
  return active_set_ && active_set_->hasChanged();
}

void Equations::copyTakenMultipliers(Vec rows) const {
  if (active_set_) active_set_->copyTaken(rows);
}

}  // namespace tenon::analysis
