// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/la/handles.hpp"
#include "tenon/solver/saddle/SaddleSystem.hpp"

namespace tenon::solver {

/// References to all PETSc objects of a system, which keep them alive as long as dependent objects
/// exist.
class SystemReferences {
 public:
  SystemReferences() = default;
  explicit SystemReferences(const SaddleSystem& system)
      : A_(shareReference<la::Matrix>(system.A)),
        P_(shareReference<la::Matrix>(system.P)),
        G_(shareReference<la::Matrix>(system.G)),
        vertex_interpolation_(shareReference<la::Matrix>(system.vertex_interpolation)),
        compliance_(shareReference<la::Vector>(system.compliance)),
        rigid_modes_(shareReference<la::NullSpace>(system.rigid_modes)) {}

 private:
  template <class Kept, class Object>
  static Kept shareReference(Object object) {
    return object == nullptr ? Kept() : Kept::share(object);
  }

  la::Matrix A_, P_, G_, vertex_interpolation_;
  la::Vector compliance_;
  la::NullSpace rigid_modes_;
};

}  // namespace tenon::solver
