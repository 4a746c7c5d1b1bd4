// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "testing/expectEqualMatrices.hpp"

#include <gtest/gtest.h>

#include "testing/matrixDifferences.hpp"

namespace tenon::testing {

void expectEqualMatrices(const system::MechanicalSystem& mechanics, double tolerance) {
  for (const MatrixDifference& one : matrixDifferences(mechanics))
    EXPECT_LE(one.difference, tolerance * one.size) << one.system << " differs from the fixed pattern";
}

}  // namespace tenon::testing
