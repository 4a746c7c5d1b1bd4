#pragma once
#include <string>
#include <vector>

#include "tenon/la/files/matrixFile.hpp"
#include "tenon/simulation/exportMatrices.hpp"
#include "tenon/system/AssembledSystem.hpp"
#include "tenon/system/Descriptor.hpp"

namespace tenon::simulation {

/// The whole system at the present motion, and its blocks by the names that Project Chrono's descriptor gives them:
///   Z x = d,  Z = [H Cq^T; Cq E],  d = [f; -b].
class WholeSystem {
 public:
  /// Names and meanings: H, Cq, E, bi, d, Z, Zproducts, N, W.
  static const std::vector<Exportable>& items();
  static bool has(const std::string& name);
  static bool isVector(const std::string& name) { return name == "bi" || name == "d"; }
  /// Whether rows are those of unknowns and multipliers together.
  static bool isOfBoth(const std::string& name) { return name == "d" || name == "Z" || name == "Zproducts"; }

  /// Collective. `what`: of a whole system, no single contributor. `active_only`: without rows and columns of
  /// constraints that are switched off, and of rows that are dropped.
  WholeSystem(system::MechanicalSystem& mechanics, const system::What& what, const system::Factors& factors,
              bool active_only);

  /// Collective. Writes one of them.
  la::Written write(const std::string& name, const std::string& path, la::FileFormat format) const;

 private:
  la::Matrix matrix(const std::string& name) const;
  la::Matrix activePart(const std::string& name) const;
  la::Matrix fromProducts() const;

  system::MechanicalSystem& mechanics_;
  system::SystemOptions options_;
  system::Factors factors_;
  bool active_only_;
  system::AssembledSystem A_;
  system::Descriptor descriptor_;
};

}  // namespace tenon::simulation
