#include "tenon/analysis/Analysis.hpp"
#include "tenon/analysis/ArcLength.hpp"
#include "tenon/analysis/Buckling.hpp"
#include "tenon/analysis/Modal.hpp"
#include "tenon/analysis/Statics.hpp"
#include "tenon/analysis/Transient.hpp"

namespace tenon::analysis {

void registerAnalyses(AnalysisRegistry& analyses) {
  analyses.add<ArcLength>(
      "arc-length",
      "arc-length continuation: an equilibrium path through limit points, along which the load may decrease");
  analyses.add<Buckling>("buckling", "linear buckling: the lowest critical load factors and their mode shapes");
  analyses.add<Modal>("modal", "modal analysis: the lowest natural frequencies, mode shapes and effective masses");
  analyses.add<Transient>("transient", "transient analysis: time integration from the initial state");
  analyses.add<Statics>("static",
                        "static analysis: equilibrium at each load step by one linear solve or Newton's method");
}

}  // namespace tenon::analysis
