// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/la/matrices/SaddleMatrix.hpp"

namespace tenon::la {

/// Number of stored entries of a matrix in each pixel of a square picture, whose size does not
/// depend on the size of the matrix.
///
/// The picture is divided into sections: the degrees of freedom object by object, then the
/// multipliers constraint by constraint, although PETSc numbers them rank by rank. Within a section
/// they are in PETSc's order. Each rank counts the entries of its own rows; only the picture is
/// summed over the ranks.
class SparsityGrid {
 public:
  /// Type of the rows or columns of a matrix.
  enum class Side { dofs, multipliers };

  /// Section of the picture: an object or a constraint. Position p of a section lies in pixel
  /// first_pixel + p num_pixels / size.
  struct Section {
    /// Name of the object or constraint.
    std::string name;
    /// Type of the rows.
    Side side;
    /// Number of rows on all ranks.
    std::int64_t size;
    /// First pixel and number of pixels.
    int first_pixel, num_pixels;
  };

  /// Creates an empty picture.
  ///
  /// With few rows an entry has several pixels. Sections without rows are omitted; one pixel is
  /// left blank between two sections. If there are too many sections for the pixels, all sections
  /// of one type are merged.
  /// @param dofs, multipliers  this rank's rows of each section, as ranges [first, first +
  ///   count) of scalar rows, without gaps
  /// @param max_pixels  maximum number of pixels in each direction
  /// @note Collective.
  SparsityGrid(const base::Communicator& comm, std::vector<NamedRows> dofs, std::vector<NamedRows> multipliers,
               int max_pixels);

  /// Counts the stored entries of a matrix in PETSc's numbering of the given rows and columns.
  /// @note Collective.
  void add(const Matrix& matrix, Side rows, Side columns);
  /// Counts the stored entries of the transpose of a matrix, whose columns are the given `rows`.
  /// @note Collective.
  void addTransposed(const Matrix& matrix, Side rows, Side columns);

  /// Number of pixels in each direction.
  int size() const { return size_; }
  /// Number of pixels of a row if there are few rows, otherwise 1. An entry is counted in the upper
  /// left pixel of its square.
  int zoom() const { return zoom_; }
  /// Sections of the picture, in order.
  const std::vector<Section>& sections() const { return sections_; }
  /// Returns the number of entries in each pixel over all ranks, [size x size], row by row.
  /// @note Collective.
  std::vector<long> counts() const;

 private:
  /// Positions of each rank's rows of each section.
  struct Numbering {
    std::vector<std::int64_t> rank_starts;  // [ranks + 1] first row of each rank
    std::vector<std::int64_t> starts;       // [ranks][sections + 1], within the rank
    std::vector<std::int64_t> positions;    // [ranks][sections], position in the section of the rank's first row
    std::size_t num_sections = 0, first_section = 0;
  };
  Numbering number(const std::vector<NamedRows>& groups, Side side);
  void allotPixels(int max_pixels);
  int pixelOf(const Numbering& numbering, std::int64_t global) const;
  const Numbering& numberingOf(Side side) const { return numberings_[static_cast<std::size_t>(side)]; }
  template <class Visit>
  void count(Mat matrix, Side rows, Side columns, Visit&& visit);

  base::Communicator comm_;
  std::vector<Section> sections_;
  std::array<Numbering, 2> numberings_;
  int size_ = 0, zoom_ = 1;
  std::vector<long> counts_;
};

}  // namespace tenon::la
