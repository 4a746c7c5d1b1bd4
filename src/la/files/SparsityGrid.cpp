// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SparsityGrid.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "la/assembly/StoredEntries.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::la {
namespace {

constexpr std::int64_t least_pixels = 8;  // minimum size of a section
constexpr int most_pixels_per_entry = 16;

/// Merges all sections into one if there are more than `most`.
std::vector<NamedRows> merged(std::vector<NamedRows> groups, std::size_t most, const std::string& what) {
  if (groups.size() <= most) return groups;
  LocalIndex count = 0;
  for (const auto& group : groups) count += group.count;
  return {{fmt::format("{} {}", groups.size(), what), 0, count}};
}

std::int64_t totalOf(const std::vector<SparsityGrid::Section>& sections) {
  std::int64_t total = 0;
  for (const auto& section : sections) total += section.size;
  return total;
}

}  // namespace

SparsityGrid::SparsityGrid(const base::Communicator& comm, std::vector<NamedRows> dofs,
                           std::vector<NamedRows> multipliers, int max_pixels)
    : comm_(comm) {
  const auto most_sections = static_cast<std::size_t>(max_pixels / (4 * least_pixels));
  dofs = merged(std::move(dofs), most_sections, "objects");
  multipliers = merged(std::move(multipliers), most_sections, "constraints");
  numberings_[0] = number(dofs, Side::dofs);
  numberings_[1] = number(multipliers, Side::multipliers);
  allotPixels(max_pixels);
  counts_.assign(static_cast<std::size_t>(size_) * static_cast<std::size_t>(size_), 0);
}

SparsityGrid::Numbering SparsityGrid::number(const std::vector<NamedRows>& groups, Side side) {
  Numbering result;
  result.num_sections = groups.size();
  result.first_section = sections_.size();
  std::vector<std::int64_t> mine;
  for (const auto& group : groups) mine.push_back(group.count);
  const std::vector<std::int64_t> all = comm_.gatherAll(mine);
  std::vector<std::int64_t> sizes(groups.size(), 0);
  result.rank_starts.push_back(0);
  for (std::size_t rank = 0; rank < static_cast<std::size_t>(comm_.size()); ++rank) {
    std::int64_t start = 0;
    for (std::size_t s = 0; s < groups.size(); ++s) {
      result.starts.push_back(start);
      result.positions.push_back(sizes[s]);
      start += all[rank * groups.size() + s];
      sizes[s] += all[rank * groups.size() + s];
    }
    result.starts.push_back(start);
    result.rank_starts.push_back(result.rank_starts.back() + start);
  }
  for (std::size_t s = 0; s < groups.size(); ++s) sections_.push_back({groups[s].name, side, sizes[s], 0, 0});
  return result;
}

// Sections are proportional to their rows, but have a minimum size. If there is enough space, an
// entry has at least one pixel.
void SparsityGrid::allotPixels(int max_pixels) {
  const std::int64_t total = totalOf(sections_);
  const auto used = static_cast<std::int64_t>(
      std::count_if(sections_.begin(), sections_.end(), [](const Section& section) { return section.size > 0; }));
  const std::int64_t budget = max_pixels - std::max<std::int64_t>(used - 1, 0);
  std::int64_t for_small = 0, in_large = 0;
  const auto isSmall = [&](const Section& section) { return section.size * budget < least_pixels * total; };
  for (const auto& section : sections_)
    (isSmall(section) ? for_small : in_large) += isSmall(section) ? std::min(section.size, least_pixels) : section.size;
  if (total > 0) zoom_ = static_cast<int>(std::clamp<std::int64_t>(max_pixels / 2 / total, 1, most_pixels_per_entry));
  int next = 0;
  for (auto& section : sections_) {
    section.first_pixel = next;
    if (section.size == 0) continue;
    if (total <= budget)
      section.num_pixels = static_cast<int>(section.size * zoom_);
    else if (isSmall(section))
      section.num_pixels = static_cast<int>(std::min(section.size, least_pixels));
    else
      section.num_pixels = static_cast<int>(section.size * (budget - for_small) / in_large);
    size_ = next + section.num_pixels;
    next = size_ + 1;
  }
}

int SparsityGrid::pixelOf(const Numbering& numbering, std::int64_t global) const {
  const auto& ranks = numbering.rank_starts;
  const auto rank = static_cast<std::size_t>(std::upper_bound(ranks.begin(), ranks.end(), global) - ranks.begin() - 1);
  const std::int64_t local = global - ranks[rank];
  const auto starts = numbering.starts.begin() + static_cast<std::ptrdiff_t>(rank * (numbering.num_sections + 1));
  const auto last = starts + static_cast<std::ptrdiff_t>(numbering.num_sections);
  const auto s = static_cast<std::size_t>(std::upper_bound(starts, last, local) - starts - 1);
  const std::int64_t position =
      numbering.positions[rank * numbering.num_sections + s] + local - starts[static_cast<std::ptrdiff_t>(s)];
  const Section& section = sections_[numbering.first_section + s];
  return section.first_pixel + static_cast<int>(position * section.num_pixels / section.size);
}

template <class Visit>
void SparsityGrid::count(Mat matrix, Side rows, Side columns, Visit&& visit) {
  const StoredEntries entries(matrix);
  const Numbering &row_numbers = numberingOf(rows), &column_numbers = numberingOf(columns);
  base::ensure(
      entries.numRows() == row_numbers.rank_starts.back() && entries.numColumns() == column_numbers.rank_starts.back(),
      "The sections of a picture do not match the size of its matrix.");
  base::runCollectively(comm_, [&] {
    for (PetscInt local = 0; local < entries.numOwnedRows(); ++local) {
      const int y = pixelOf(row_numbers, entries.firstRow() + local);
      const auto row = entries.row(local);
      for (const PetscInt column : row.columns()) visit(y, pixelOf(column_numbers, column));
    }
  });
}

void SparsityGrid::add(const Matrix& matrix, Side rows, Side columns) {
  const auto size = static_cast<std::size_t>(size_);
  count(matrix.get(), rows, columns,
        [&](int y, int x) { ++counts_[static_cast<std::size_t>(y) * size + static_cast<std::size_t>(x)]; });
}

void SparsityGrid::addTransposed(const Matrix& matrix, Side rows, Side columns) {
  const auto size = static_cast<std::size_t>(size_);
  count(matrix.get(), columns, rows,
        [&](int y, int x) { ++counts_[static_cast<std::size_t>(x) * size + static_cast<std::size_t>(y)]; });
}

std::vector<long> SparsityGrid::counts() const {
  std::vector<long> all = counts_;
  comm_.sumInPlace(gsl::span<long>(all));
  return all;
}

}  // namespace tenon::la
