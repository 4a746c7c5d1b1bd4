#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tenon/analysis/EnergyBalance.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Side.hpp"

namespace tenon::simulation {

/// An entry of the case's `output.histories`: what is written at every step. One of nodes, constraint, joint, energies.
struct HistorySettings {
  std::string name;
  fem::Side nodes;
  std::vector<std::string> fields;
  std::string of = "each";
  std::string constraint;
  std::string joint, side = "second", axes = "global";
  bool energies = false;
  static void declare(base::Parameters<HistorySettings>& p);
};

/// A few numbers at every step, the same for any partition.
class History {
 public:
  /// What there is at a step.
  struct Moment {
    const analysis::Solution& solution;
    const analysis::Energies* energies;  ///< nullptr where nobody follows them
  };

  virtual ~History() = default;
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  const std::string& name() const { return name_; }
  const std::vector<std::string>& columns() const { return columns_; }
  virtual analysis::Wanted wanted() const { return {false, false}; }
  /// Collective. One value for each column, on every rank.
  virtual std::vector<double> values(const Moment& moment) const = 0;

 protected:
  explicit History(std::string name) : name_(std::move(name)) {}

  std::vector<std::string> columns_;

 private:
  std::string name_;
};

/// Collective. The histories that the case asks for; InputError with its place for what is not there. `moves`: in a
/// motion in time; `energies`: whether these are followed.
std::vector<std::unique_ptr<History>> makeHistories(const std::vector<base::CaseNode>& entries,
                                                    const system::MechanicalSystem& mechanics, bool moves,
                                                    bool energies);

/// Energies and works of a motion.
class EnergyHistory : public History {
 public:
  static constexpr const char* table = "energies";  ///< its name in the HDF5 file, asked for or not
  explicit EnergyHistory(const std::string& name);
  std::vector<double> values(const Moment& moment) const override;
};

}  // namespace tenon::simulation
