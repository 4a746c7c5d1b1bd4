// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "io/Image.hpp"

#include <gmock/gmock.h>
#include <png.h>

#include "TemporaryFolder.hpp"
#include "comm.hpp"

namespace tenon::io {
namespace {

using ::testing::AllOf;
using testing::comm;
using ::testing::HasSubstr;
using testing::messageOf;
using testing::TemporaryFolder;

constexpr Colour white{255, 255, 255}, black{0, 0, 0}, red{200, 10, 20};

/// Returns the image as text, with '#' for each pixel that is not white.
std::string dots(const Image& image) {
  std::string text;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) text += image.at(x, y) == white ? '.' : '#';
    text += '\n';
  }
  return text;
}

TEST(Image, clipsAtItsBorder) {
  Image image(4, 3, white);
  image.fill(-2, 1, 3, 9, red);
  image.fill(3, -5, 100, 6, black);
  image.setPixel(4, 0, red);
  image.setPixel(0, -1, red);
  EXPECT_EQ(dots(image), "...#\n#...\n#...\n");
  EXPECT_EQ(image.at(0, 1), red);
  EXPECT_EQ(image.at(3, 0), black);
}

TEST(Image, writesLetters) {
  Image image(6, 8, white);
  image.write(0, 0, "T", black);
  EXPECT_EQ(dots(image), "#####.\n#.#.#.\n..#...\n..#...\n..#...\n..#...\n..#...\n......\n");
  Image upwards(8, 6, white);
  upwards.drawTextUpwards(0, 5, "L", black);
  EXPECT_EQ(dots(upwards), "........\n......#.\n......#.\n......#.\n......#.\n#######.\n");
  EXPECT_EQ(Image::textWidth("abc", 2), 36);
  EXPECT_EQ(Image::textWidth("\xC3\xBC"), 6) << "one letter of two bytes";
}

TEST(Image, isReadBackByLibpng) {
  const TemporaryFolder folder;
  Image image(3, 2, white);
  if (comm().isRoot()) image.setPixel(2, 1, red);  // only the image of the root is written
  image.writePng(comm(), folder / "a.png");
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  ASSERT_NE(png_image_begin_read_from_file(&png, (folder / "a.png").c_str()), 0) << png.message;
  EXPECT_EQ(png.width, 3u);
  EXPECT_EQ(png.height, 2u);
  png.format = PNG_FORMAT_RGB;
  std::vector<std::uint8_t> pixels(PNG_IMAGE_SIZE(png));
  ASSERT_NE(png_image_finish_read(&png, nullptr, pixels.data(), 0, nullptr), 0) << png.message;
  std::vector<std::uint8_t> expected(18, 255);
  std::copy(red.begin(), red.end(), expected.begin() + 15);
  EXPECT_EQ(pixels, expected);
  EXPECT_THAT(messageOf<base::FileError>([&] { image.writePng(comm(), folder / "none/a.png"); }),
              AllOf(HasSubstr("none/a.png"), HasSubstr("No such file")));
}

}  // namespace
}  // namespace tenon::io
