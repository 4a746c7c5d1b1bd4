// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "sparsityPicture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace tenon::simulation {
namespace {

using io::Colour;
using Section = la::SparsityGrid::Section;
using Side = la::SparsityGrid::Side;

constexpr Colour white{255, 255, 255}, ink{40, 40, 40}, border{170, 170, 170};
constexpr Colour compliance{150, 20, 60};
constexpr std::array<Colour, 7> of_objects = {
    {{20, 90, 170}, {20, 130, 70}, {110, 60, 160}, {0, 135, 150}, {130, 85, 50}, {175, 50, 130}, {95, 110, 30}}};
constexpr std::array<Colour, 3> of_constraints = {{{220, 110, 0}, {205, 60, 30}, {190, 140, 0}}};

constexpr int margin = 10, line_height = 14, most_legend_lines = 16, least_width = 260;
constexpr int most_text_size = 2;

/// Returns a size of letters that is readable when the whole picture is shown.
int textSize(int pixels) {
  return pixels > 900 ? most_text_size : 1;
}

int legendLines(std::size_t num_sections) {
  return static_cast<int>(std::min<std::size_t>(num_sections, most_legend_lines));
}

Colour mix(Colour a, Colour b, double share_of_b) {
  Colour mixed{};
  for (std::size_t i = 0; i < 3; ++i)
    mixed[i] = static_cast<std::uint8_t>(std::lround(a[i] + share_of_b * (static_cast<double>(b[i]) - a[i])));
  return mixed;
}

/// Returns a number with thousands separated by commas.
std::string grouped(std::int64_t number) {
  std::string digits = fmt::format("{}", number);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

/// Colours of the sections, and of the blocks between two sections.
class Palette {
 public:
  explicit Palette(const std::vector<Section>& sections) : sections_(sections) {
    std::size_t objects = 0, constraints = 0;
    for (const Section& section : sections)
      colours_.push_back(section.side == Side::dofs ? of_objects[objects++ % of_objects.size()]
                                                    : of_constraints[constraints++ % of_constraints.size()]);
  }
  Colour of(std::size_t section) const { return colours_[section]; }
  Colour of(std::size_t row, std::size_t column) const {
    const bool is_row = isMultiplier(row), is_column = isMultiplier(column);
    if (is_row && is_column) return compliance;
    if (is_row || is_column) return colours_[is_row ? row : column];
    return mix(colours_[row], colours_[column], 0.5);
  }

 private:
  bool isMultiplier(std::size_t section) const { return sections_[section].side == Side::multipliers; }
  const std::vector<Section>& sections_;
  std::vector<Colour> colours_;
};

/// Returns the section of each pixel along a side; -1 on the separating lines.
std::vector<int> sectionsOfPixels(const la::SparsityGrid& grid) {
  std::vector<int> sections(static_cast<std::size_t>(grid.size()), -1);
  for (std::size_t s = 0; s < grid.sections().size(); ++s) {
    const Section& section = grid.sections()[s];
    std::fill_n(sections.begin() + section.first_pixel, section.num_pixels, static_cast<int>(s));
  }
  return sections;
}

void drawBlocks(io::Image& image, const la::SparsityGrid& grid, const Palette& palette, int left, int top) {
  image.fill(left - 1, top - 1, grid.size() + 2, grid.size() + 2, border);
  const auto& sections = grid.sections();
  for (std::size_t r = 0; r < sections.size(); ++r)
    for (std::size_t c = 0; c < sections.size(); ++c)
      image.fill(left + sections[c].first_pixel, top + sections[r].first_pixel, sections[c].num_pixels,
                 sections[r].num_pixels, mix(white, palette.of(r, c), 0.06));
}

void drawEntries(io::Image& image, const la::SparsityGrid& grid, const std::vector<long>& counts,
                 const Palette& palette, int left, int top) {
  const std::vector<int> sections = sectionsOfPixels(grid);
  const long most = counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
  const int zoom = grid.zoom(), dot = zoom < 4 ? zoom : zoom - 1;
  for (int y = 0; y < grid.size(); ++y)
    for (int x = 0; x < grid.size(); ++x) {
      const auto row = static_cast<std::size_t>(y), column = static_cast<std::size_t>(x);
      const long count = counts[row * static_cast<std::size_t>(grid.size()) + column];
      if (count == 0) continue;
      const double depth = 0.35 + 0.65 * std::log1p(static_cast<double>(count)) / std::log1p(static_cast<double>(most));
      const Colour full =
          palette.of(static_cast<std::size_t>(sections[row]), static_cast<std::size_t>(sections[column]));
      image.fill(left + x, top + y, dot, dot, mix(white, full, depth));
    }
}

void drawLegend(io::Image& image, const std::vector<Section>& sections, const Palette& palette, int left, int top,
                int size) {
  const int lines = legendLines(sections.size());
  for (int i = 0; i < lines; ++i) {
    const auto s = static_cast<std::size_t>(i);
    const int y = top + i * line_height * size;
    if (i + 1 == lines && sections.size() > static_cast<std::size_t>(lines)) {
      image.write(left, y, fmt::format("and {} more", sections.size() - s), ink, size);
      break;
    }
    const char* rows = sections[s].side == Side::dofs ? "unknowns" : "multipliers";
    image.fill(left, y, 10 * size, 8 * size, palette.of(s));
    image.write(left + 16 * size, y, fmt::format("{}: {} {}", sections[s].name, grouped(sections[s].size), rows), ink,
                size);
  }
}

}  // namespace

int mostMatrixPixels(std::size_t num_sections) {
  return most_picture_pixels - 4 * margin - most_text_size * line_height * (1 + legendLines(num_sections));
}

io::Image drawSparsity(const la::SparsityGrid& grid, const std::vector<long>& counts, const std::string& title) {
  const auto& sections = grid.sections();
  const Palette palette(sections);
  const std::string heading =
      fmt::format("{}: {} entries", title, grouped(std::accumulate(counts.begin(), counts.end(), std::int64_t{0})));
  const int size = textSize(grid.size()), line = size * line_height;
  const int top = 2 * margin + line, legend = top + grid.size() + margin;
  int width = std::max({grid.size(), least_width, io::Image::textWidth(heading, size)});
  for (const Section& section : sections)
    width = std::max(width, 16 * size + io::Image::textWidth(section.name + ": 1,000,000,000 multipliers", size));
  io::Image image(std::min(width + 2 * margin, most_picture_pixels),
                  legend + legendLines(sections.size()) * line + margin, white);
  image.write(margin, margin, heading, ink, size);
  drawBlocks(image, grid, palette, margin, top);
  drawEntries(image, grid, counts, palette, margin, top);
  drawLegend(image, sections, palette, margin, legend, size);
  return image;
}

}  // namespace tenon::simulation
