#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/la/SaddleMatrix.hpp"

namespace tenon::la {

/// How many stored entries of a matrix fall into each pixel of a square picture, whatever the size of the matrix.
///
/// The picture is ordered by sections, the unknowns object by object and then the multipliers constraint by constraint,
/// although PETSc numbers them rank by rank. Within a section they stand in PETSc's order. Each rank counts the entries
/// of its own rows; only the picture is summed up.
class SparsityGrid {
 public:
  enum class Side { unknowns, multipliers };

  /// A part of the picture: an object or a constraint. Position p of it lies in pixel first_pixel + p num_pixels /
  /// size.
  struct Section {
    std::string name;
    Side side;
    std::int64_t size;
    int first_pixel, num_pixels;
  };

  /// Collective. `unknowns` and `multipliers`: this rank's rows of each section, as [first, first + count) in scalar
  /// rows, without gaps. The picture gets at most `most_pixels` pixels a side; with few rows an entry has several
  /// pixels. Sections without rows are left out; one pixel stays free between two. Where sections are too many for the
  /// pixels, those of a side become one.
  SparsityGrid(const base::Communicator& comm, std::vector<NamedRows> unknowns, std::vector<NamedRows> multipliers,
               int most_pixels);

  /// Collective. Counts the stored entries of a matrix of PETSc's numbering of these sides.
  void add(const Matrix& matrix, Side rows, Side columns);
  /// The same for the transpose of a matrix: `rows` are then its columns.
  void addTransposed(const Matrix& matrix, Side rows, Side columns);

  /// Pixels a side.
  int size() const { return size_; }
  /// Pixels of a row where there are few rows, else 1: an entry is then counted in the upper left one of its square.
  int zoom() const { return zoom_; }
  const std::vector<Section>& sections() const { return sections_; }
  /// Collective. Entries in each pixel, over all ranks, row by row: [size x size].
  std::vector<long> counts() const;

 private:
  /// Where each rank's rows of each section stand.
  struct Numbering {
    std::vector<std::int64_t> rank_starts;  // [ranks + 1]
    std::vector<std::int64_t> starts;       // [ranks][sections + 1], within the rank
    std::vector<std::int64_t> positions;    // [ranks][sections], in the section, of the rank's first row of it
    std::size_t num_sections = 0, first_section = 0;
  };
  Numbering number(const std::vector<NamedRows>& groups, Side side);
  void allotPixels(int most_pixels);
  int pixelOf(const Numbering& numbering, std::int64_t global) const;
  const Numbering& numberingOf(Side side) const { return numberings_[static_cast<std::size_t>(side)]; }
  template <class Place>
  void count(Mat matrix, Side rows, Side columns, Place&& place);

  base::Communicator comm_;
  std::vector<Section> sections_;
  std::array<Numbering, 2> numberings_;
  int size_ = 0, zoom_ = 1;
  std::vector<long> counts_;
};

}  // namespace tenon::la
