#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::io {

/// Red, green, blue.
using Colour = std::array<std::uint8_t, 3>;

/// A picture in memory, with what diagrams need: dots, bars, small letters. Not collective unless said.
class Image {
 public:
  static constexpr int letter_width = 6, letter_height = 8;

  Image(int width, int height, Colour background);

  int width() const { return width_; }
  int height() const { return height_; }
  Colour at(int x, int y) const;

  /// From the upper left corner; what lies outside is cut off.
  void setPixel(int x, int y, Colour colour);
  void fill(int x, int y, int width, int height, Colour colour);
  /// Letters of 6 x 8 pixels each, times `size`, the upper left corner at (x, y). ASCII; other letters show as '?'.
  void write(int x, int y, const std::string& text, Colour colour, int size = 1);
  /// The same, turned a quarter to the left: (x, y) is the lower left corner, the text runs upwards.
  void writeUpwards(int x, int y, const std::string& text, Colour colour, int size = 1);
  static int widthOf(const std::string& text, int size = 1);

  /// Writes the root's picture as PNG, under another name first. Collective; FileError on all ranks.
  void writePng(const base::Communicator& comm, const std::string& path) const;

 private:
  template <class Put>
  static void drawLetters(const std::string& text, int size, Put&& put);

  int width_, height_;
  std::vector<std::uint8_t> pixels_;  // [height x width x 3]
};

}  // namespace tenon::io
