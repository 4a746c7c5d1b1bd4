#pragma once
#include <string>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

/// The case's `output`: the stem of the result files, or a block.
struct OutputSettings {
  std::string stem;                        ///< empty: as the case file
  int every = 1;                           ///< of so many steps one is written, and the last one
  std::vector<std::string> fields{"all"};  ///< that are written, and no others are computed
  int checkpoint = 0;                      ///< one after so many steps of a motion in time; 0: none but at a signal
  bool energies = true;                    ///< of motions in time: followed from step to step
  std::vector<base::CaseNode> histories;   ///< blocks of HistorySettings
  static void declare(base::Parameters<OutputSettings>& p);

  static OutputSettings read(const base::CaseNode& root);

  bool writes(const std::string& field) const;
  /// As writes(), of what `all` leaves out.
  bool names(const std::string& field) const;
  bool writesForceOf(const constraint::Constraint& constraint) const;
  bool writesMultipliersOf(const constraint::Constraint& constraint) const;
  /// Deformation gradients, their determinants and invariants, energy densities: where they are named only.
  bool writesDeformation() const;
  bool writesStress() const {
    return writes("stress") || writes("strain") || writes("von_mises") || names("principal_stress") ||
           writesDeformation();
  }

  /// InputError that names the place in the case for a field that nobody knows, or that only motions have.
  void requireKnown(const base::CaseNode& root, const system::MechanicalSystem& mechanics, bool moves) const;
};

}  // namespace tenon::simulation
