#include "tenon/simulation/OriginalOrder.hpp"

#include <algorithm>

namespace tenon::simulation {

OriginalOrder::OriginalOrder(base::Communicator comm, gsl::span<const std::int64_t> positions)
    : comm_(comm), num_items_(comm.sum(static_cast<long>(positions.size()))) {
  begin_ = chunkBegin(comm_.rank());
  end_ = chunkBegin(comm_.rank() + 1);
  const auto ranks = static_cast<std::size_t>(comm_.size());
  std::vector<std::int64_t> ends(ranks);
  for (int r = 0; r < comm_.size(); ++r) ends[static_cast<std::size_t>(r)] = chunkBegin(r + 1);

  items_for_.resize(ranks);
  std::vector<std::vector<std::int64_t>> outgoing(ranks);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto rank = static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), positions[i]) - ends.begin());
    base::ensure(rank < ranks, "A position lies beyond the number of items.");
    items_for_[rank].push_back(i);
    outgoing[rank].push_back(positions[i]);
  }
  rows_from_ = comm_.exchange(outgoing);
  for (auto& rows : rows_from_)
    for (auto& row : rows) row -= begin_;
}

template <class T>
std::vector<T> OriginalOrder::arrange(gsl::span<const T> owned, int columns) const {
  const auto width = static_cast<std::size_t>(columns);
  std::vector<std::vector<T>> outgoing(items_for_.size());
  for (std::size_t r = 0; r < items_for_.size(); ++r) {
    outgoing[r].reserve(items_for_[r].size() * width);
    for (const std::size_t item : items_for_[r])
      outgoing[r].insert(outgoing[r].end(), owned.data() + item * width, owned.data() + (item + 1) * width);
  }
  const auto incoming = comm_.exchange(outgoing);
  std::vector<T> chunk(static_cast<std::size_t>(numHere()) * width);
  for (std::size_t r = 0; r < incoming.size(); ++r)
    for (std::size_t k = 0; k < rows_from_[r].size(); ++k)
      std::copy_n(incoming[r].data() + k * width, width, chunk.data() + static_cast<std::size_t>(rows_from_[r][k]) * width);
  return chunk;
}

template std::vector<double> OriginalOrder::arrange(gsl::span<const double>, int) const;
template std::vector<std::int64_t> OriginalOrder::arrange(gsl::span<const std::int64_t>, int) const;
template std::vector<std::int32_t> OriginalOrder::arrange(gsl::span<const std::int32_t>, int) const;

}  // namespace tenon::simulation
