#include "tenon/analysis/Analysis.hpp"
#include "tenon/analysis/ArcLength.hpp"
#include "tenon/analysis/Buckling.hpp"
#include "tenon/analysis/Modal.hpp"
#include "tenon/analysis/Statics.hpp"
#include "tenon/analysis/Transient.hpp"

namespace tenon::analysis {

void registerAnalyses(AnalysisRegistry& analyses) {
  analyses.add<ArcLength>("arc-length", "a path of equilibria through limit points, along which the load may go back");
  analyses.add<Buckling>("buckling", "the lowest factors of the loads at which a structure buckles, with its shapes");
  analyses.add<Modal>("modal", "the modes of vibration of lowest frequency, with effective masses");
  analyses.add<Transient>("transient",
                          "motion in time from the present one: a stepper in accelerations and multipliers");
  analyses.add<Statics>("static", "equilibrium at each load step: one linear solve, or Newton's method");
}

}  // namespace tenon::analysis
