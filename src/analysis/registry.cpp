// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Analysis.hpp"
#include "ArcLength.hpp"
#include "Statics.hpp"
#include "Transient.hpp"
#include "analysis/modal/Buckling.hpp"
#include "analysis/modal/Modal.hpp"

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
