// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/mapping/Mapping.hpp"

namespace tenon::mapping {

void MappingOptions::declare(base::Parameters<MappingOptions>& p) {
  p.optional("geometric_stiffness", &MappingOptions::geometric_stiffness, "",
             "geometric stiffness of nonlinear mappings: the exact derivative of J^T f, its symmetric positive "
             "semidefinite part, or none")
      .oneOf({"exact", "stabilised", "none"});
}

}  // namespace tenon::mapping
