#pragma once
#include <Eigen/Core>
#include <memory>
#include <vector>

#include "tenon/la/assembly/DiagonalAssembly.hpp"
#include "tenon/system/LinearSystem.hpp"

namespace tenon::system {

/// A as its products only, a MATSHELL: y = P A P x + d (x - P x), P x = x without what conditions take out, from the
/// products that forces and masses form themselves, at the motion of the moment. MatMult, MatMultTranspose of a
/// symmetric A, MatGetDiagonal and the inverted diagonal blocks that -pc_type pbjacobi asks for.
class MatrixFreeSystem : public LinearSystem {
 public:
  using Data = SystemData;
  static void declare(base::Parameters<Data>& p) { Data::declareFlags(p); }

  /// Collective.
  MatrixFreeSystem(const Data& data, const MechanicalSystem& mechanics);
  explicit MatrixFreeSystem(const MechanicalSystem& mechanics, const SystemOptions& options = {});
  ~MatrixFreeSystem() override;

  std::string kind() const override { return "matrix-free"; }
  Mat get() const override;
  bool isStored() const override { return false; }

  /// Collective. y = A x.
  void multiply(Vec x, Vec y) const;
  /// Collective. The diagonal of A into a vector of the layout; formed once per assemble(). Where a condition blocks a
  /// direction that spans several nodes, what A has between these nodes is left out.
  void getDiagonal(Vec diagonal) const;
  /// Collective. Inverses of A's diagonal blocks, one per block row that this rank owns, by columns, as PETSc keeps
  /// them. InputError that names an object with a singular block.
  const std::vector<double>& invertedBlocks() const;

 protected:
  void assembleTerms(const Terms& terms, const Factors& factors) override;
  void forgetGhosts() override;

 private:
  struct Parts;
  void multiplyFree(Vec x, Vec y) const;
  void read(Vec x) const;
  void write(Vec x, Vec y) const;
  const la::DiagonalAssembly& diagonalOfAll() const;
  const std::vector<double>& diagonalBlocks() const;

  std::unique_ptr<Parts> parts_;
};

}  // namespace tenon::system
