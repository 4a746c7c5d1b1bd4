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

  /// Collective. `what`: of a whole system, no single contributor. `rows`: of constraints, without the rows and columns
  /// of others.
  WholeSystem(MechanicalSystem& mechanics, const What& what, const Factors& factors, RowKind rows);

  /// Collective. Writes one of them.
  la::Written write(const std::string& name, const std::string& path, la::FileFormat format) const;

 private:
  la::Matrix matrix(const std::string& name) const;
  la::Matrix selectedPart(const std::string& name) const;
  la::Matrix fromProducts() const;

  MechanicalSystem& mechanics_;
  SystemOptions options_;
  Factors factors_;
  RowKind rows_;
  AssembledSystem A_;
  Descriptor descriptor_;
};

}  // namespace tenon::system
