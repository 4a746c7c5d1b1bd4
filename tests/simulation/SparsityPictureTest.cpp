// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "simulation/matrices/sparsityPicture.hpp"

#include <gtest/gtest.h>

namespace tenon::simulation {
namespace {

using Side = la::SparsityGrid::Side;

base::Communicator world() {
  return base::Communicator::world();
}

/// Returns the picture of two objects and a constraint of `rows` rows each per rank, with an entry
/// in every pixel.
io::Image fullPicture(base::LocalIndex rows) {
  const la::SparsityGrid grid(world(), {{"a", 0, rows}, {"b", rows, rows}}, {{"tie", 0, rows}}, mostMatrixPixels(3));
  std::vector<long> counts(static_cast<std::size_t>(grid.size()) * static_cast<std::size_t>(grid.size()), 0);
  for (const auto& down : grid.sections())
    for (const auto& across : grid.sections())
      for (int y = 0; y < down.num_pixels; ++y)
        for (int x = 0; x < across.num_pixels; ++x)
          counts[static_cast<std::size_t>((down.first_pixel + y) * grid.size() + across.first_pixel + x)] = 1;
  return drawSparsity(grid, counts, "A");
}

TEST(SparsityPicture, NeverExceedsItsSize) {
  for (const base::LocalIndex rows : {1, 100, 700, 100000}) {
    const io::Image image = fullPicture(rows);
    EXPECT_LE(image.width(), most_picture_pixels) << rows;
    EXPECT_LE(image.height(), most_picture_pixels) << rows;
    EXPECT_GT(image.height(), 100) << rows;
  }
}

TEST(SparsityPicture, ObjectsAndMultipliersHaveColoursOfTheirOwn) {
  const la::SparsityGrid grid(world(), {{"a", 0, 300}, {"b", 300, 300}}, {{"tie", 0, 300}}, mostMatrixPixels(3));
  const io::Image image = fullPicture(300);
  const int text = grid.size() > 900 ? 2 : 1, left = 10, top = 20 + 14 * text;
  const auto& s = grid.sections();
  const auto at = [&](std::size_t row, std::size_t column) {
    return image.at(left + s[column].first_pixel, top + s[row].first_pixel);
  };
  EXPECT_NE(at(0, 0), at(1, 1));
  EXPECT_NE(at(0, 0), at(0, 1));
  EXPECT_EQ(at(0, 1), at(1, 0));
  EXPECT_EQ(at(0, 2), at(2, 0));
  EXPECT_NE(at(0, 2), at(0, 0));
  EXPECT_NE(at(0, 2), at(2, 2));
  // Line between two objects.
  const io::Colour line = image.at(left + s[1].first_pixel - 1, top + s[0].first_pixel);
  EXPECT_EQ(line, image.at(left + s[1].first_pixel - 1, top + s[1].first_pixel + 3));
  EXPECT_NE(line, at(0, 0));
}

}  // namespace
}  // namespace tenon::simulation
