#pragma once
#include <mpi.h>

#include <gsl/span>
#include <string>
#include <type_traits>
#include <vector>

#include "tenon/base/Index.hpp"
#include "tenon/base/check.hpp"

namespace tenon::base {

/// MPI datatype of one arithmetic type.
template <class T>
MPI_Datatype mpiType();
template <>
inline MPI_Datatype mpiType<int>() {
  return MPI_INT;
}
template <>
inline MPI_Datatype mpiType<long>() {
  return MPI_LONG;
}
template <>
inline MPI_Datatype mpiType<long long>() {
  return MPI_LONG_LONG;
}
template <>
inline MPI_Datatype mpiType<unsigned long>() {
  return MPI_UNSIGNED_LONG;
}
template <>
inline MPI_Datatype mpiType<double>() {
  return MPI_DOUBLE;
}
template <>
inline MPI_Datatype mpiType<char>() {
  return MPI_CHAR;
}

/// A group of ranks. Does not own the MPI communicator; cheap to copy. Every member but rank() and size() is
/// collective.
class Communicator {
 public:
  explicit Communicator(MPI_Comm comm);
  static Communicator world() { return Communicator(MPI_COMM_WORLD); }
  static Communicator self() { return Communicator(MPI_COMM_SELF); }

  MPI_Comm mpi() const { return comm_; }
  int rank() const { return rank_; }
  int size() const { return size_; }
  bool isRoot() const { return rank_ == 0; }

  template <class T>
  T sum(T value) const {
    return reduce(value, MPI_SUM);
  }
  template <class T>
  T max(T value) const {
    return reduce(value, MPI_MAX);
  }
  template <class T>
  T min(T value) const {
    return reduce(value, MPI_MIN);
  }
  bool any(bool value) const { return reduce<int>(value ? 1 : 0, MPI_MAX) != 0; }
  bool all(bool value) const { return reduce<int>(value ? 1 : 0, MPI_MIN) != 0; }

  /// Sums an array over the ranks, entry by entry, in place.
  template <class T>
  void sumInPlace(gsl::span<T> values) const {
    TENON_MPI(
        MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), mpiType<T>(), MPI_SUM, comm_));
  }

  /// Sum of `value` over the ranks before this one.
  template <class T>
  T exclusiveSum(T value) const {
    T before{};
    TENON_MPI(MPI_Exscan(&value, &before, 1, mpiType<T>(), MPI_SUM, comm_));
    return rank_ == 0 ? T{} : before;
  }

  /// One value of every rank, on every rank.
  template <class T>
  std::vector<T> gather(const T& value) const {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> values(static_cast<std::size_t>(size_));
    TENON_MPI(MPI_Allgather(&value, sizeof(T), MPI_BYTE, values.data(), sizeof(T), MPI_BYTE, comm_));
    return values;
  }

  /// All ranks' arrays one after the other, on every rank. For small arrays only.
  template <class T>
  std::vector<T> gatherAll(const std::vector<T>& values) const;

  /// The root's text on every rank.
  std::string broadcast(std::string text, int root = 0) const;

  /// Sends outgoing[r] to rank r; gives what each rank sent here, by source rank.
  /// Works with sparse neighbourhoods; empty arrays are not sent.
  template <class T>
  std::vector<std::vector<T>> exchange(const std::vector<std::vector<T>>& outgoing) const;

  void barrier() const { TENON_MPI(MPI_Barrier(comm_)); }

 private:
  template <class T>
  T reduce(T value, MPI_Op op) const {
    T result{};
    TENON_MPI(MPI_Allreduce(&value, &result, 1, mpiType<T>(), op, comm_));
    return result;
  }
  /// Byte-wise exchange behind exchange<T>(): one MPI_Alltoall of sizes, then point-to-point messages in pieces below 2
  /// GiB.
  std::vector<std::vector<char>> exchangeBytes(const std::vector<gsl::span<const char>>& outgoing) const;

  MPI_Comm comm_;
  int rank_;
  int size_;
};

template <class T>
std::vector<T> Communicator::gatherAll(const std::vector<T>& values) const {
  static_assert(std::is_trivially_copyable_v<T>);
  const std::vector<int> bytes = gather(static_cast<int>(values.size() * sizeof(T)));
  std::vector<int> starts(bytes.size() + 1, 0);
  for (std::size_t r = 0; r < bytes.size(); ++r) starts[r + 1] = starts[r] + bytes[r];
  std::vector<T> all(static_cast<std::size_t>(starts.back()) / sizeof(T));
  TENON_MPI(MPI_Allgatherv(values.data(), bytes[static_cast<std::size_t>(rank_)], MPI_BYTE, all.data(), bytes.data(),
                           starts.data(), MPI_BYTE, comm_));
  return all;
}

template <class T>
std::vector<std::vector<T>> Communicator::exchange(const std::vector<std::vector<T>>& outgoing) const {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<gsl::span<const char>> bytes;
  bytes.reserve(outgoing.size());
  for (const auto& part : outgoing)
    bytes.emplace_back(reinterpret_cast<const char*>(part.data()), part.size() * sizeof(T));
  const auto arrived = exchangeBytes(bytes);
  std::vector<std::vector<T>> incoming(arrived.size());
  for (std::size_t r = 0; r < arrived.size(); ++r) {
    const T* first = reinterpret_cast<const T*>(arrived[r].data());
    incoming[r].assign(first, first + arrived[r].size() / sizeof(T));
  }
  return incoming;
}

}  // namespace tenon::base
