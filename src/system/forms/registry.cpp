// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "registry.hpp"

#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/CompositeSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::system {

void registerSystems(SystemRegistry& systems) {
  systems.add<FixedPatternSystem>("fixed-pattern",
                                  "one stored matrix with a fixed sparsity pattern, assembled repeatedly");
  systems.add<AssembledSystem>("assembled",
                               "one stored matrix assembled by general insertion, with a variable pattern");
  systems.add<CompositeSystem>("composite", "A and the separate matrices of which it consists");
  systems.add<MatrixFreeSystem>("matrix-free", "matrix-free products with A");
}

}  // namespace tenon::system
