// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::io {

/// Colour: red, green, blue.
using Colour = std::array<std::uint8_t, 3>;

/// Raster image in memory, with the drawing primitives that diagrams need: pixels, rectangles and
/// bitmap text.
/// @note Not collective unless stated.
class Image {
 public:
  /// Size of a character in pixels.
  static constexpr int letter_width = 6, letter_height = 8;

  Image(int width, int height, Colour background);

  /// Returns the width in pixels.
  int width() const { return width_; }
  /// Returns the height in pixels.
  int height() const { return height_; }
  /// Returns the colour of a pixel.
  Colour at(int x, int y) const;

  /// Sets a pixel, whose position is measured from the upper left corner; pixels outside the image
  /// are ignored.
  void setPixel(int x, int y, Colour colour);
  /// Fills a rectangle; parts outside the image are ignored.
  void fill(int x, int y, int width, int height, Colour colour);
  /// Draws text with characters of 6 x 8 pixels, scaled by `size`, with the upper left corner at
  /// (x, y). Characters beyond ASCII appear as '?'.
  void write(int x, int y, const std::string& text, Colour colour, int size = 1);
  /// Draws text rotated by 90 degrees counter-clockwise: (x, y) is the lower left corner, and the
  /// text runs upwards.
  void drawTextUpwards(int x, int y, const std::string& text, Colour colour, int size = 1);
  /// Returns the width of a string in pixels.
  static int textWidth(const std::string& text, int size = 1);

  /// Writes the image of the root as PNG, first under a temporary name.
  /// @throws FileError on all ranks
  /// @note Collective.
  void writePng(const base::Communicator& comm, const std::string& path) const;

 private:
  template <class SetPixel>
  static void drawLetters(const std::string& text, int size, SetPixel&& set_pixel);

  int width_, height_;
  std::vector<std::uint8_t> pixels_;  // [height x width x 3] colours, row by row
};

}  // namespace tenon::io
