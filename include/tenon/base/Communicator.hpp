// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include <gsl/span>
#include <string>
#include <type_traits>
#include <vector>

#include "tenon/base/Index.hpp"
#include "tenon/base/check.hpp"

namespace tenon::base {

/// Returns the MPI datatype that corresponds to an arithmetic type. The function is defined only
/// for int, long, long long, unsigned long, double and char.
template <class T>
MPI_Datatype mpiType();
/// Returns the MPI datatype of int.
template <>
inline MPI_Datatype mpiType<int>() {
  return MPI_INT;
}
/// Returns the MPI datatype of long.
template <>
inline MPI_Datatype mpiType<long>() {
  return MPI_LONG;
}
/// Returns the MPI datatype of long long.
template <>
inline MPI_Datatype mpiType<long long>() {
  return MPI_LONG_LONG;
}
/// Returns the MPI datatype of unsigned long.
template <>
inline MPI_Datatype mpiType<unsigned long>() {
  return MPI_UNSIGNED_LONG;
}
/// Returns the MPI datatype of double.
template <>
inline MPI_Datatype mpiType<double>() {
  return MPI_DOUBLE;
}
/// Returns the MPI datatype of char.
template <>
inline MPI_Datatype mpiType<char>() {
  return MPI_CHAR;
}

/// Group of ranks that communicate via MPI. Objects are cheap to copy, because they do not own the
/// MPI communicator. All functions throw InternalError if an MPI call fails.
/// @note All member functions are collective except the constructor, world(), self(), mpi(),
///   rank(), size() and isRoot().
class Communicator {
 public:
  /// Wraps an MPI communicator.
  /// @param comm  communicator, which must outlive this object and its copies
  /// @note Not collective.
  explicit Communicator(MPI_Comm comm);
  /// Returns the communicator of all ranks of the program. @note Not collective.
  static Communicator world() { return Communicator(MPI_COMM_WORLD); }
  /// Returns a communicator that contains only this rank. @note Not collective.
  static Communicator self() { return Communicator(MPI_COMM_SELF); }

  /// MPI communicator. @note Not collective.
  MPI_Comm mpi() const { return comm_; }
  /// Index of this rank, starting from 0. @note Not collective.
  int rank() const { return rank_; }
  /// Number of ranks. @note Not collective.
  int size() const { return size_; }
  /// True on rank 0. @note Not collective.
  bool isRoot() const { return rank_ == 0; }

  /// Returns the sum of `value` over all ranks. @note Collective.
  template <class T>
  T sum(T value) const {
    return reduce(value, MPI_SUM);
  }
  /// Returns the maximum of `value` over all ranks. @note Collective.
  template <class T>
  T max(T value) const {
    return reduce(value, MPI_MAX);
  }
  /// Returns the minimum of `value` over all ranks. @note Collective.
  template <class T>
  T min(T value) const {
    return reduce(value, MPI_MIN);
  }
  /// Returns true if `value` is true on at least one rank. @note Collective.
  bool any(bool value) const { return reduce<int>(value ? 1 : 0, MPI_MAX) != 0; }
  /// Returns true if `value` is true on all ranks. @note Collective.
  bool all(bool value) const { return reduce<int>(value ? 1 : 0, MPI_MIN) != 0; }

  /// Sums arrays over all ranks, entry by entry and in place.
  /// @param values  array of the same length on all ranks; receives the sums
  /// @note Collective.
  template <class T>
  void sumInPlace(gsl::span<T> values) const {
    TENON_MPI(
        MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), mpiType<T>(), MPI_SUM, comm_));
  }

  /// Returns the exclusive prefix sum of `value` over the ranks; 0 on rank 0. @note Collective.
  template <class T>
  T exclusiveSum(T value) const {
    T before{};
    TENON_MPI(MPI_Exscan(&value, &before, 1, mpiType<T>(), MPI_SUM, comm_));
    return rank_ == 0 ? T{} : before;
  }

  /// Gathers one value from each rank on all ranks.
  /// @param value  value of this rank, of a trivially copyable type
  /// @return [size()] values in rank order
  /// @note Collective.
  template <class T>
  std::vector<T> gather(const T& value) const {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> values(static_cast<std::size_t>(size_));
    TENON_MPI(MPI_Allgather(&value, sizeof(T), MPI_BYTE, values.data(), sizeof(T), MPI_BYTE, comm_));
    return values;
  }

  /// Concatenates the arrays of all ranks on every rank. Suitable for small arrays only.
  /// @param values  array of this rank, whose elements have a trivially copyable type; the
  ///   concatenated array must be smaller than 2 GiB
  /// @return concatenated arrays in rank order
  /// @note Collective.
  template <class T>
  std::vector<T> gatherAll(const std::vector<T>& values) const;

  /// Broadcasts a string to all ranks.
  /// @param text  string to be broadcast; ignored on all ranks other than `root`
  /// @param root  rank that sends its string
  /// @return string of rank `root`
  /// @note Collective.
  std::string broadcast(std::string text, int root = 0) const;

  /// Sends outgoing[r] to rank r and returns the received arrays, indexed by source rank. Empty
  /// arrays are not sent, so that sparse exchanges are cheap.
  /// @param outgoing  [size()] arrays whose elements have a trivially copyable type
  /// @return [size()] arrays; entry r is the array that rank r sent to this rank
  /// @throws InternalError if `outgoing` does not have one array per rank
  /// @note Collective.
  template <class T>
  std::vector<std::vector<T>> exchange(const std::vector<std::vector<T>>& outgoing) const;

  /// Waits until all ranks have reached this call. @note Collective.
  void barrier() const { TENON_MPI(MPI_Barrier(comm_)); }

 private:
  template <class T>
  T reduce(T value, MPI_Op op) const {
    T result{};
    TENON_MPI(MPI_Allreduce(&value, &result, 1, mpiType<T>(), op, comm_));
    return result;
  }
  /// Implements exchange<T>() for bytes: one MPI_Alltoall of the sizes, followed by point-to-point
  /// messages of at most 1 GiB.
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
