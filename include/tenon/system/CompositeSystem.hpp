#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tenon/system/LinearSystem.hpp"

namespace tenon::system {

/// A part of a composite system as a case says it: K, B or M by their names alone, or any name with its factors.
struct PartOfCase {
  std::string name;
  double mass = 0.0, damping = 0.0, stiffness = 0.0;
  bool projective_conditions = false;
  static void declare(base::Parameters<PartOfCase>& p);
};
void readValue(const base::CaseNode& node, std::vector<PartOfCase>& parts);
std::string printValue(const std::vector<PartOfCase>& parts);
inline const char* typeName(const std::vector<PartOfCase>*) {
  return "[K, B, M or {name: .., mass: m, damping: b, stiffness: k, projective_conditions: ..}, ..]";
}

/// Several matrices of one step: A, the one that is solved, and others beside it, such as K, B and M apart. Each
/// contributor is evaluated once and its values go to every matrix that wants them.
class CompositeSystem : public LinearSystem {
 public:
  struct Part {
    std::string name;
    Factors factors;
    What what = {true, true, true, false};  ///< as it is, held unknowns included
  };
  struct Data : StoredSystemData {
    std::vector<PartOfCase> parts = {{"K", 0, 0, 1}, {"B", 0, 1, 0}, {"M", 1, 0, 0}};
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. Parts as the case lists them.
  CompositeSystem(const Data& data, const MechanicalSystem& mechanics);
  /// Collective. InputError where two parts have one name; A is the name of the solved one.
  CompositeSystem(const MechanicalSystem& mechanics, std::vector<Part> parts, const SystemOptions& options = {});

  std::string kind() const override { return "composite"; }

  /// The solved matrix, with the factors of assemble().
  Mat get() const override { return part("A"); }
  /// A part by its name; InputError with "did you mean" for an unknown one.
  Mat part(const std::string& name) const;
  std::vector<std::string> parts() const;

 protected:
  void assembleTerms(const Terms& terms, const Factors& factors) override;
  void forgetGhosts() override;

 private:
  void record(std::size_t part, const Terms& terms);
  void assembleFrom(std::size_t part, std::vector<const la::Contributions*>& targets, const std::vector<Terms>& terms);

  std::vector<Part> parts_;                                      // the solved one first
  std::vector<std::unique_ptr<la::MatrixAssembly>> assemblies_;  // one per part
  std::vector<std::optional<Terms>> recorded_;
  std::vector<la::ProjectedMatrix> projected_;  // where conditions block oblique directions
  int num_runs_ = 0;                            // of the contributors, in one assembly
};

}  // namespace tenon::system
