#pragma once
#include <memory>
#include <vector>

#include "tenon/system/LinearSystem.hpp"

namespace tenon::system {

class DiagonalBlocks;

/// A as its products only, a MATSHELL: y = P A P x + d (x - P x), P x = x without the held unknowns, from the products
/// that forces and masses form themselves. MatMult, MatMultTranspose of a symmetric A, MatGetDiagonal and the inverted
/// diagonal blocks that -pc_type pbjacobi asks for.
class MatrixFreeSystem : public LinearSystem {
 public:
  using Data = SystemData;
  static void declare(base::Parameters<Data>& p) { declareFlags(p); }

  /// Collective.
  MatrixFreeSystem(const Data& data, const MechanicalSystem& mechanics);
  explicit MatrixFreeSystem(const MechanicalSystem& mechanics, const SystemOptions& options = {});
  ~MatrixFreeSystem() override;

  std::string kind() const override { return "matrix-free"; }
  Mat get() const override;
  bool isStored() const override { return false; }

  /// Collective. y = A x.
  void multiply(Vec x, Vec y) const;
  /// Collective. The diagonal of A into a vector of the layout; formed once per assemble().
  void getDiagonal(Vec diagonal) const;
  /// Collective. Inverses of A's diagonal blocks, one per block row that this rank owns, by columns, as PETSc keeps
  /// them. InputError that names an unknown whose block is singular.
  const std::vector<double>& invertedBlocks() const;

 protected:
  void assembleTerms(const Terms& terms, const Factors& factors) override;

 private:
  struct Parts;
  void read(Vec x) const;
  void write(Vec x, Vec y) const;
  const DiagonalBlocks& diagonalBlocks() const;

  std::unique_ptr<Parts> parts_;
};

}  // namespace tenon::system
