// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "caseCommunicator.hpp"

#include <utility>

namespace tenon::base {
namespace {

MPI_Comm comm_of_case = MPI_COMM_NULL;  // MPI_COMM_NULL: all ranks

}  // namespace

Communicator caseCommunicator() {
  return comm_of_case == MPI_COMM_NULL ? Communicator::world() : Communicator(comm_of_case);
}

ScopedCaseCommunicator::ScopedCaseCommunicator(const Communicator& comm)
    : previous_(std::exchange(comm_of_case, comm.mpi())) {}

ScopedCaseCommunicator::~ScopedCaseCommunicator() {
  comm_of_case = previous_;
}

}  // namespace tenon::base
