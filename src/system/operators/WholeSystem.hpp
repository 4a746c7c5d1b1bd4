// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "la/files/matrixFile.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/operators/Descriptor.hpp"

namespace tenon::system {

/// Whole saddle-point system in the current configuration, and its blocks by the names of Project
/// Chrono's descriptor:
///
///   Z x = d,  Z = [H Cq^T; Cq E],  d = [f; -b].
class WholeSystem {
 public:
  /// Matrix or vector that can be written.
  struct Item {
    std::string name, help;  ///< name and meaning
  };
  /// Returns names and meanings: H, Cq, E, bi, d, Z, Zproducts, N, W.
  static const std::vector<Item>& items();
  /// Returns true if the name is one of items().
  static bool has(const std::string& name);
  /// Returns true if the name is that of a vector.
  static bool isVector(const std::string& name) { return name == "bi" || name == "d"; }
  /// Returns true if the rows are those of degrees of freedom and multipliers together.
  static bool hasBothBlocks(const std::string& name) { return name == "d" || name == "Z" || name == "Zproducts"; }

  /// Creates and assembles the system.
  /// @param what  parts of the mechanics, not a single contributor
  /// @param rows  rows of constraints to be included; the rows and columns of others are omitted
  /// @note Collective.
  WholeSystem(MechanicalSystem& mechanics, const MatrixContents& contents, const Factors& factors, RowKind rows);

  /// Returns one of the matrices of items(), without the rows of other constraints. H, Cq and E are
  /// those of the system itself; all others are new.
  /// @note Collective.
  la::Matrix matrix(const std::string& name) const;
  /// Writes one of items() to a file. @note Collective.
  la::WriteSummary write(const std::string& name, const std::string& path, la::FileFormat format) const;

 private:
  la::Matrix wholeMatrix(const std::string& name) const;
  la::Matrix fromProducts() const;

  MechanicalSystem& mechanics_;
  SystemOptions options_;
  Factors factors_;
  RowKind rows_;
  AssembledSystem A_;
  Descriptor descriptor_;
};

}  // namespace tenon::system
