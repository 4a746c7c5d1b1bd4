#pragma once
#include <string>

#include "tenon/io/Image.hpp"
#include "tenon/la/files/SparsityGrid.hpp"

namespace tenon::simulation {

/// Pixels a side that a picture of sparsity never exceeds, its legend included.
inline constexpr int most_picture_pixels = 2000;

/// Pixels a side for the matrix, beside a title and a legend of so many objects and constraints.
int mostMatrixPixels(std::size_t num_sections);

/// The picture of a matrix: a colour per object, mixed where two objects meet, another one for multipliers; lines
/// between objects and constraints; the darker a pixel, the more entries are in it (logarithmic). Below stands who is
/// who. Not collective; `counts` as SparsityGrid::counts() gives them.
io::Image drawSparsity(const la::SparsityGrid& grid, const std::vector<long>& counts, const std::string& title);

}  // namespace tenon::simulation
