// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "io/Image.hpp"
#include "la/files/SparsityGrid.hpp"

namespace tenon::simulation {

/// Largest number of pixels per side of a sparsity picture, including its legend.
inline constexpr int most_picture_pixels = 2000;

/// Returns the largest number of pixels per side of the matrix in a picture with a title and a
/// legend for `num_sections` objects and constraints.
int mostMatrixPixels(std::size_t num_sections);

/// Draws the sparsity pattern of a matrix. Each object has a colour; blocks between two objects
/// have a mixed colour, multipliers a further one. Lines separate objects and constraints. A darker
/// pixel contains more entries (logarithmic scale). The legend is below.
/// @param counts  number of entries of each pixel, from SparsityGrid::counts()
/// @note Not collective.
io::Image drawSparsity(const la::SparsityGrid& grid, const std::vector<long>& counts, const std::string& title);

}  // namespace tenon::simulation
