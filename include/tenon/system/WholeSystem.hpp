#pragma once
#include <string>
#include <vector>

#include "tenon/la/files/matrixFile.hpp"
#include "tenon/system/AssembledSystem.hpp"
#include "tenon/system/Descriptor.hpp"

namespace tenon::system {

/// The whole system at the present motion, and its blocks by the names that Project Chrono's descriptor gives them:
///   Z x = d,  Z = [H Cq^T; Cq E],  d = [f; -b].
class WholeSystem {
 public:
  struct Item {
    std::string name, help;
  };
  /// Names and meanings: H, Cq, E, bi, d, Z, Zproducts, N, W.
  static const std::vector<Item>& items();
  static bool has(const std::string& name);
  static bool isVector(const std::string& name) { return name == "bi" || name == "d"; }
  /// Whether rows are those of unknowns and multipliers together.
  static bool isOfBoth(const std::string& name) { return name == "d" || name == "Z" || name == "Zproducts"; }

  /// Collective. `what`: of a whole system, no single contributor. `active_only`: without rows and columns of
  /// constraints that are switched off, and of rows that are dropped.
  WholeSystem(MechanicalSystem& mechanics, const What& what, const Factors& factors, bool active_only);

  /// Collective. Writes one of them.
  la::Written write(const std::string& name, const std::string& path, la::FileFormat format) const;

 private:
  la::Matrix matrix(const std::string& name) const;
  la::Matrix activePart(const std::string& name) const;
  la::Matrix fromProducts() const;

  MechanicalSystem& mechanics_;
  SystemOptions options_;
  Factors factors_;
  bool active_only_;
  AssembledSystem A_;
  Descriptor descriptor_;
};

}  // namespace tenon::system
