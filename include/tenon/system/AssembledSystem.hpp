#pragma once
#include <memory>

#include "tenon/la/MatrixAssembly.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::system {

/// Factors of a linear system A = m M + b B + k K, K = df/dx: the system's business, never a contributor's.
struct Factors {
  double mass = 0.0;       ///< m
  double damping = 0.0;    ///< b
  double stiffness = 0.0;  ///< k; -1 in statics: A is then positive
};

/// A over all unknowns of a mechanical system, assembled: the pattern once, the values as often as wanted.
/// Rows and columns of held unknowns hold a diagonal entry only.
class AssembledSystem {
 public:
  /// Collective. The mechanical system has to outlive this.
  explicit AssembledSystem(const MechanicalSystem& mechanics, la::Insertion insertion = la::Insertion::slots,
                           la::HeldDiagonal held_diagonal = la::HeldDiagonal::meanOfDiagonal);

  /// Collective. Runs the contributors for their pattern and makes the matrix. assemble() does it when it was not done.
  void record(const Factors& factors);
  /// Collective. Contributors whose factor is zero are not called.
  void assemble(const Factors& factors);

  const la::CombinedLayout& layout() const { return *layout_; }
  std::shared_ptr<const la::CombinedLayout> sharedLayout() const { return layout_; }
  const la::BlockMatrix& matrix() const { return assembly_.matrix(); }
  const la::MatrixAssembly& assembly() const { return assembly_; }

  /// Local unknowns of the combined layout, [numLocal x block]: 1 where held. Ghosts included.
  const std::vector<char>& held() const { return held_; }

  /// Collective. Forces at the present motion, zero on held unknowns: the right-hand side of a step.
  la::Vector residual() const;
  /// Collective. Rest position of every unknown.
  la::Vector restPositions() const;

 private:
  void contribute(const la::Contributions& to, const Factors& factors) const;

  const MechanicalSystem& mechanics_;
  std::shared_ptr<const la::CombinedLayout> layout_;
  la::MatrixAssembly assembly_;
  la::HeldDiagonal held_diagonal_;
  std::vector<char> held_;
  bool recorded_ = false;
};

}  // namespace tenon::system
