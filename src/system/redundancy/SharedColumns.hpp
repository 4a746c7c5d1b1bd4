#pragma once
#include "redundancy/WeightedRows.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::system {

/// The columns in which this rank's rows have entries, ascending, and numbers for each that all ranks agree on.
class SharedColumns {
 public:
  /// Collective. `G`: the matrix that the rows are of.
  SharedColumns(Mat G, const WeightedRows& rows);
  ~SharedColumns() { VecScatterDestroy(&scatter_); }
  SharedColumns(const SharedColumns&) = delete;
  SharedColumns& operator=(const SharedColumns&) = delete;

  std::size_t size() const { return size_; }
  /// The column of every entry, by its place here.
  const std::vector<std::size_t>& places() const { return places_; }

  /// Collective. Each becomes the sum, or the lowest, of what all ranks have for the column.
  void sum(std::vector<double>& numbers) const { agree(numbers, ADD_VALUES, 0.0); }
  void lowest(std::vector<double>& numbers) const;

 private:
  void agree(std::vector<double>& numbers, InsertMode mode, double start) const;

  std::size_t size_ = 0;
  std::vector<std::size_t> places_;
  la::Vector all_, mine_;
  VecScatter scatter_ = nullptr;
};

}  // namespace tenon::system
