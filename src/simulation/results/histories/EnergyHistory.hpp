// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "analysis/EnergyBalance.hpp"
#include "tenon/simulation/results/Output.hpp"

namespace tenon::simulation {

/// Energies and work of a transient analysis.
class EnergyHistory : public History {
 public:
  /// Name of its table in the HDF5 file, which is written in any case.
  static constexpr const char* table = "energies";
  explicit EnergyHistory(const std::string& name)
      : History(name, {"kinetic", "elastic", "dissipated", "loads", "constraints", "supports", "unknown", "gap"}) {}
  std::vector<double> values(const TimeSample& sample) const override {
    const analysis::Energies& e = *sample.energies;
    return {e.kinetic, e.elastic, e.dissipated, e.loads, e.constraints, e.supports, e.unknown, e.gap()};
  }
};

}  // namespace tenon::simulation
