// Members of Equations: candidate pairs, rows with bounds in the linear system, and multipliers of
// a time integrator that treats bounds itself.
#include "ActiveSet.hpp"
#include "tenon/analysis/Equations.hpp"

namespace tenon::analysis {

void Equations::setMultipliers(Vec multipliers) {
  if (multipliers != multipliers_.get()) TENON_PETSC(VecCopy(multipliers, multipliers_.get()));
  constraints_->update(mechanics_, system_->layout(), system_->held());
  tellMultipliers();
}

bool Equations::findPairs(double share) {
  if (!active_set_ || !mechanics_.findPairs(share)) return false;
  system_->follow();
  *constraints_ = system::ConstraintJacobian(mechanics_, system_->layout(), system_->held());
  is_assembled_ = false;
  followConstraints();
  return true;
}

Mat Equations::active(Mat G) const {
  return active_set_ ? active_set_->active(G) : G;
}

bool Equations::hasOtherRows() const {
  return active_set_ && active_set_->hasChanged();
}

bool Equations::rowsDiffer() const {
  return active_set_ && active_set_->differs();
}

void Equations::allow(RowChanges changes) {
  if (active_set_) active_set_->allow(changes);
}

std::int64_t Equations::numRowChanges() const {
  return active_set_ ? active_set_->numChanges() : 0;
}

std::int64_t Equations::activeSetNumber() const {
  return active_set_ ? active_set_->setNumber() : 0;
}

std::vector<char> Equations::closedRows() const {
  std::vector<char> rows(constraints_->scales().size(), 1);
  for (std::size_t row = 0; active_set_ && row < rows.size(); ++row) rows[row] = active_set_->isClosed(row) ? 1 : 0;
  return rows;
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
