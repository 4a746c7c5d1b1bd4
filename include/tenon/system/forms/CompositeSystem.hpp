// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tenon/system/forms/LinearSystem.hpp"

namespace tenon::la {
class Contributions;
}

namespace tenon::system {

/// Additional matrix of a composite system. In a case file, it is specified either by one of the
/// names K, B and M, or by an arbitrary name with factors.
struct PartData {
  std::string name;     ///< name of the part
  double mass = 0.0,    ///< factor of the mass matrix M
      damping = 0.0,    ///< factor of the damping matrix B
      stiffness = 0.0;  ///< factor of the stiffness matrix K
  /// True if rows and columns of constrained dofs are eliminated.
  bool projective_conditions = false;
  /// Declares the parameters that a case file can set.
  static void declare(base::Parameters<PartData>& p);
};
/// Reads a list of parts from a case file.
/// @throws InputError if a name without factors is not K, B or M, or if keys are missing or unknown
void readValue(const base::CaseNode& node, std::vector<PartData>& parts);
/// Returns the list of parts in the notation of case files.
std::string printValue(const std::vector<PartData>& parts);
/// Returns the type name of a list of parts, for help texts.
inline const char* typeName(const std::vector<PartData>*) {
  return "[K, B, M or {name: .., mass: m, damping: b, stiffness: k, projective_conditions: ..}, ..]";
}

/// Linear system that assembles several matrices simultaneously: the system matrix A and additional
/// matrices, such as K, B and M. Each contributor is evaluated once, and its values are added to
/// all matrices that contain it.
class CompositeSystem : public LinearSystem {
 public:
  /// Matrix of a composite system.
  struct MatrixPart {
    std::string name;                                     ///< name of the matrix, as passed to part()
    Factors factors;                                      ///< factors m, b and k of the matrix
    MatrixContents contents = {true, true, true, false};  ///< contents of the matrix; not projected by default
  };
  /// Parameters of the kind `composite`.
  struct Data : StoredSystemData {
    /// Matrices in addition to A.
    std::vector<PartData> parts = {{"K", 0, 0, 1}, {"B", 0, 1, 0}, {"M", 1, 0, 0}};
  };
  /// Declares the parameters that a case file can set.
  static void declare(base::Parameters<Data>& p);

  /// Creates a system with the parts that are listed in the case.
  /// @throws InputError under the same conditions as the constructor below
  /// @note Collective.
  CompositeSystem(const Data& data, const MechanicalSystem& mechanics);
  /// Creates a system.
  /// @param mechanics  mechanical system, which must outlive this object
  /// @param parts      matrices in addition to A
  /// @param options    options of all matrices, and contents of A
  /// @throws InputError if two parts have the same name, if a part is named A like the system
  ///   matrix, or if a factor is not finite
  /// @note Collective.
  CompositeSystem(const MechanicalSystem& mechanics, std::vector<MatrixPart> parts, const SystemOptions& options = {});
  ~CompositeSystem() override;

  std::string kind() const override { return "composite"; }

  /// Returns the system matrix A, whose factors are those of the last assemble().
  Mat get() const override { return part("A"); }
  /// Returns a matrix by its name.
  /// @throws InputError if the name is unknown; the message suggests similar names
  Mat part(const std::string& name) const;
  /// Returns the names of all matrices, with the system matrix A first.
  std::vector<std::string> parts() const;

 protected:
  void assembleTerms(const Terms& terms, const Factors& factors) override;
  void invalidateGhosts() override;

 private:
  void record(std::size_t part, const Terms& terms);
  void assembleFrom(std::size_t part, std::vector<const la::Contributions*>& targets, const std::vector<Terms>& terms);

  struct Assembly;
  std::vector<MatrixPart> parts_;     // the system matrix A first
  std::vector<Assembly> assemblies_;  // [parts_]
  int num_runs_ = 0;                  // number of evaluations of the contributors in one assembly
};

}  // namespace tenon::system
