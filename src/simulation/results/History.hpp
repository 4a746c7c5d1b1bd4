// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "analysis/EnergyBalance.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::simulation {

/// Entry of `output.histories` of a case: values that are written at every step. It contains one of
/// nodes, constraint, joint and energies.
struct HistorySettings {
  std::string name;
  fem::ObjectGroup nodes;
  std::vector<std::string> fields;
  std::string of = "each";
  std::string constraint;
  std::string joint, side = "second", axes = "global";
  bool energies = false;
  /// Declares the keys of an entry.
  static void declare(base::Parameters<HistorySettings>& p);
};

/// Values of a few quantities at every step, independent of the partition.
class History {
 public:
  /// Data available at a step.
  struct TimeSample {
    const analysis::Solution& solution;
    const analysis::Energies* energies;  ///< energies; nullptr if they are not recorded
  };

  virtual ~History() = default;
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  /// Returns the name of the history, which is that of its table.
  const std::string& name() const { return name_; }
  /// Returns the names of the columns.
  const std::vector<std::string>& columns() const { return columns_; }
  /// Returns the quantities that values() needs.
  virtual analysis::SolutionRequest solutionRequest() const { return {false, false}; }
  /// Returns one value for each column, on every rank. @note Collective.
  virtual std::vector<double> values(const TimeSample& sample) const = 0;

 protected:
  explicit History(std::string name) : name_(std::move(name)) {}

  std::vector<std::string> columns_;

 private:
  std::string name_;
};

/// Energies and work of a transient analysis.
class EnergyHistory : public History {
 public:
  /// Name of its table in the HDF5 file, which is written in any case.
  static constexpr const char* table = "energies";
  explicit EnergyHistory(const std::string& name);
  std::vector<double> values(const TimeSample& sample) const override;
};

}  // namespace tenon::simulation
