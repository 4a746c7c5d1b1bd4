// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Image.hpp"

#include <png.h>

#include <algorithm>

#include "letters.hpp"
#include "tenon/base/runCollectively.hpp"
#include "textFile.hpp"

namespace tenon::io {
namespace {

bool continuesLetter(char byte) {  // true for continuation bytes of UTF-8
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

const std::array<std::uint8_t, 5>& bitmapOf(char letter) {
  const bool known = letter >= ' ' && letter <= '~';
  return letters[static_cast<std::size_t>((known ? letter : '?') - ' ')];
}

std::string pngOf(int width, int height, const std::vector<std::uint8_t>& pixels) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  png.width = static_cast<png_uint_32>(width);
  png.height = static_cast<png_uint_32>(height);
  png.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
  std::string bytes(size, '\0');
  const int made = png_image_write_to_memory(&png, bytes.data(), &size, 0, pixels.data(), 0, nullptr);
  base::ensure(made != 0, std::string("The image cannot be written: ") + png.message + ".");
  bytes.resize(size);
  return bytes;
}

}  // namespace

Image::Image(int width, int height, Colour background)
    : width_(width),
      height_(height),
      pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * background.size()) {
  fill(0, 0, width, height, background);
}

Colour Image::at(int x, int y) const {
  const std::size_t start =
      (static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)) * 3;
  return {pixels_[start], pixels_[start + 1], pixels_[start + 2]};
}

void Image::setPixel(int x, int y, Colour colour) {
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
  const std::size_t start =
      (static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)) * 3;
  std::copy(colour.begin(), colour.end(), pixels_.begin() + static_cast<std::ptrdiff_t>(start));
}

void Image::fill(int x, int y, int width, int height, Colour colour) {
  const int right = std::min(x + width, width_), bottom = std::min(y + height, height_);
  for (int row = std::max(y, 0); row < bottom; ++row)
    for (int column = std::max(x, 0); column < right; ++column) setPixel(column, row, colour);
}

template <class SetPixel>
void Image::drawLetters(const std::string& text, int size, SetPixel&& set_pixel) {
  int left = 0;
  for (const char letter : text) {
    if (continuesLetter(letter)) continue;
    const auto& dots = bitmapOf(letter);
    for (int column = 0; column < 5 * size; ++column)
      for (int row = 0; row < letter_height * size; ++row)
        if ((dots[static_cast<std::size_t>(column / size)] >> (row / size) & 1) != 0) set_pixel(left + column, row);
    left += letter_width * size;
  }
}

void Image::write(int x, int y, const std::string& text, Colour colour, int size) {
  drawLetters(text, size, [&](int along, int down) { setPixel(x + along, y + down, colour); });
}

void Image::drawTextUpwards(int x, int y, const std::string& text, Colour colour, int size) {
  drawLetters(text, size, [&](int along, int down) { setPixel(x + down, y - along, colour); });
}

int Image::textWidth(const std::string& text, int size) {
  const auto count = std::count_if(text.begin(), text.end(), [](char letter) { return !continuesLetter(letter); });
  return static_cast<int>(count) * letter_width * size;
}

void Image::writePng(const base::Communicator& comm, const std::string& path) const {
  std::string bytes;
  base::runOnRoot(comm, [&] { bytes = pngOf(width_, height_, pixels_); });
  writeTextAtomically(comm, path, bytes);
}

}  // namespace tenon::io
