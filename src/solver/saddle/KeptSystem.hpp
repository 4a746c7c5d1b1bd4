#pragma once
#include "tenon/la/handles.hpp"
#include "tenon/solver/SaddleSolver.hpp"

namespace tenon::solver {

/// References to all PETSc objects of a system, which keep them alive as long as dependent objects
/// exist.
class KeptSystem {
 public:
  KeptSystem() = default;
  explicit KeptSystem(const SaddleSystem& system)
      : A_(kept<la::Matrix>(system.A)),
        P_(kept<la::Matrix>(system.P)),
        G_(kept<la::Matrix>(system.G)),
        vertex_interpolation_(kept<la::Matrix>(system.vertex_interpolation)),
        compliance_(kept<la::Vector>(system.compliance)),
        rigid_modes_(kept<la::NullSpace>(system.rigid_modes)) {}

 private:
  template <class Kept, class Object>
  static Kept kept(Object object) {
    return object == nullptr ? Kept() : Kept::share(object);
  }

  la::Matrix A_, P_, G_, vertex_interpolation_;
  la::Vector compliance_;
  la::NullSpace rigid_modes_;
};

}  // namespace tenon::solver
