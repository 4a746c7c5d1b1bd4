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

void Equations::combineRows(Vec rows) const {
  if (active_set_) active_set_->combine(rows);
}

void Equations::distributeMultipliers(Vec change) const {
  if (active_set_) active_set_->distribute(change);
}

Vec Equations::compliance() const {
  Vec own = factors_ ? soft_.get() : constraints_->compliance();
  return active_set_ ? active_set_->compliance(own, factors_.get()) : own;
}

}  // namespace tenon::analysis
