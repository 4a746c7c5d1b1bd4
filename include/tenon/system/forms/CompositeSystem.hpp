// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tenon/system/forms/LinearSystem.hpp"

namespace tenon::system {

/// Additional matrix of a composite system in a case file, given by the name K, B or M alone or by
/// any name with factors.
struct PartData {
  std::string name;     ///< Name of the part.
  double mass = 0.0,    ///< Factor of the mass matrix M.
      damping = 0.0,    ///< Factor of the damping matrix B.
      stiffness = 0.0;  ///< Factor of the stiffness matrix K.
  /// True if rows and columns of constrained dofs are removed.
  bool projective_conditions = false;
  /// Declares the parameters of a case.
  static void declare(base::Parameters<PartData>& p);
};
/// Reads a list of parts from a case file.
void readValue(const base::CaseNode& node, std::vector<PartData>& parts);
/// Returns the list of parts in the notation of case files.
std::string printValue(const std::vector<PartData>& parts);
/// Returns the type of the list of parts, for help texts.
inline const char* typeName(const std::vector<PartData>*) {
  return "[K, B, M or {name: .., mass: m, damping: b, stiffness: k, projective_conditions: ..}, ..]";
}

/// Several matrices of one step: the matrix A of the linear system and additional matrices, such as
/// K, B and M. Each contributor is evaluated once, and its values are added to every matrix of
/// which it is a part.
class CompositeSystem : public LinearSystem {
 public:
  /// Matrix of a composite system.
  struct MatrixPart {
    std::string name;                                     ///< Name, by which part() finds the matrix.
    Factors factors;                                      ///< Factors m, b and k of M, B and K.
    MatrixContents contents = {true, true, true, false};  ///< Parts of the mechanics; by default unprojected.
  };
  /// Parameters of the kind `composite`.
  struct Data : StoredSystemData {
    /// Matrices in addition to A.
    std::vector<PartData> parts = {{"K", 0, 0, 1}, {"B", 0, 1, 0}, {"M", 1, 0, 0}};
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates a system with the parts that the case lists. @note Collective.
  CompositeSystem(const Data& data, const MechanicalSystem& mechanics);
  /// Creates a system.
  /// @throws InputError if two parts have the same name, or if a part has the name A of the solved
  ///   matrix
  /// @note Collective.
  CompositeSystem(const MechanicalSystem& mechanics, std::vector<MatrixPart> parts, const SystemOptions& options = {});

  std::string kind() const override { return "composite"; }

  /// Returns the system matrix A, with the factors of assemble().
  Mat get() const override { return part("A"); }
  /// Returns a matrix by its name.
  /// @throws InputError with suggestions if the name is unknown
  Mat part(const std::string& name) const;
  /// Returns the names of all matrices, the solved one first.
  std::vector<std::string> parts() const;

 protected:
  void assembleTerms(const Terms& terms, const Factors& factors) override;
  void invalidateGhosts() override;

 private:
  void record(std::size_t part, const Terms& terms);
  void assembleFrom(std::size_t part, std::vector<const la::Contributions*>& targets, const std::vector<Terms>& terms);

  std::vector<MatrixPart> parts_;                                // the solved matrix first
  std::vector<std::unique_ptr<la::MatrixAssembly>> assemblies_;  // [parts_]
  std::vector<std::optional<Terms>> recorded_;
  std::vector<la::ProjectedMatrix> projected_;  // used if conditions constrain oblique directions
  int num_runs_ = 0;                            // evaluations of the contributors in one assembly
};

}  // namespace tenon::system
