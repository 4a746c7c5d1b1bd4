#pragma once
#include <memory>

#include "tenon/la/assembly/MatrixAssembly.hpp"
#include "tenon/system/LinearSystem.hpp"

namespace tenon::system {

/// A assembled into one AIJ matrix. Rows and columns of held unknowns hold a diagonal entry only.
///
/// With la::Insertion::slots (kind `fixed-pattern`) the pattern is found once and the values go straight to their
/// places; with la::Insertion::blocked (kind `assembled`) by MatSetValuesBlocked(). Either notices on all ranks that a
/// contributor writes where it did not before, makes the matrix anew and says who it was, or refuses
/// (SystemOptions::rules).
class AssembledSystem : public LinearSystem {
 public:
  struct Data : StoredSystemData {
    bool first_order = false;
    SystemOptions options() const;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. The general kind, `assembled`.
  AssembledSystem(const Data& data, const MechanicalSystem& mechanics);
  /// Collective. The mechanical system has to outlive this.
  explicit AssembledSystem(const MechanicalSystem& mechanics, la::Insertion insertion = la::Insertion::slots,
                           la::HeldDiagonal held_diagonal = la::HeldDiagonal::meanOfDiagonal);
  AssembledSystem(const MechanicalSystem& mechanics, la::Insertion insertion, const SystemOptions& options);

  std::string kind() const override { return insertion_ == la::Insertion::slots ? "fixed-pattern" : "assembled"; }

  /// Collective. Runs the contributors for their pattern and makes the matrix. assemble() does it when it was not done,
  /// or when contributors come in that were not asked for their pattern.
  void record(const Factors& factors);

  Mat get() const override { return projected_.matrix ? projected_.matrix.get() : assembly_.matrix().get(); }
  /// The matrix that contributors write into: get() before oblique directions are taken out of it.
  const la::BlockMatrix& matrix() const { return assembly_.matrix(); }
  const la::MatrixAssembly& assembly() const { return assembly_; }

 protected:
  void assembleTerms(const Terms& terms, const Factors& factors) override;
  void forgetGhosts() override { is_recorded_ = false; }

 private:
  void record(const Terms& terms);

  la::Insertion insertion_;
  la::MatrixAssembly assembly_;
  la::ProjectedMatrix projected_;  // where conditions block oblique directions
  Terms recorded_;
  bool is_recorded_ = false;
};

/// Kind `fixed-pattern` as cases make it.
class FixedPatternSystem : public AssembledSystem {
 public:
  FixedPatternSystem(const Data& data, const MechanicalSystem& mechanics)
      : AssembledSystem(mechanics, la::Insertion::slots, data.options()) {}
};

}  // namespace tenon::system
