// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/testing/runTests.hpp"

#include <gtest/gtest.h>
#include <hdf5.h>
#include <mpi.h>
#include <petscsys.h>

#include <cstdio>
#include <string>
#include <thread>

#include "tenon/base/check.hpp"

namespace tenon::testing {
namespace {

/// Listener that prints the failed expectations of one rank, each line after "[rank r]".
class FailurePrinter : public ::testing::EmptyTestEventListener {
 public:
  explicit FailurePrinter(int rank) : prefix_("[rank " + std::to_string(rank) + "] ") {}

 private:
  void OnTestPartResult(const ::testing::TestPartResult& part) override {
    if (!part.failed()) return;
    const std::string file = part.file_name() != nullptr ? part.file_name() : "unknown file";
    std::string text = file + ":" + std::to_string(part.line_number()) + ": Failure\n" + part.message();
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += prefix_.size() + 1)
      text.insert(at + 1, prefix_);
    std::fprintf(stdout, "%s%s\n", prefix_.c_str(), text.c_str());
    std::fflush(stdout);
  }

  void OnTestEnd(const ::testing::TestInfo& info) override {
    if (!info.result()->Failed()) return;
    std::fprintf(stdout, "%sFAILED %s.%s\n", prefix_.c_str(), info.test_suite_name(), info.name());
    std::fflush(stdout);
  }

  std::string prefix_;
};

/// Listener that terminates the program if one rank leaves a test after a failure while another
/// waits for it in the test, which would otherwise never end.
class SynchronisedTestEnd : public ::testing::EmptyTestEventListener {
  static constexpr double patience = 100;  // seconds

  void OnTestProgramStart(const ::testing::UnitTest&) override { TENON_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &ends_)); }
  void OnTestProgramEnd(const ::testing::UnitTest&) override { TENON_MPI(MPI_Comm_free(&ends_)); }

  void OnTestEnd(const ::testing::TestInfo& info) override {
    MPI_Request all_here = MPI_REQUEST_NULL;
    TENON_MPI(MPI_Ibarrier(ends_, &all_here));
    int done = 0;
    for (const double start = MPI_Wtime(); !done; std::this_thread::yield()) {
      TENON_MPI(MPI_Test(&all_here, &done, MPI_STATUS_IGNORE));
      if (done || !info.result()->Failed() || MPI_Wtime() - start < patience) continue;
      std::fprintf(stdout, "Another rank has not reached the end of %s.%s.\n", info.test_suite_name(), info.name());
      std::fflush(stdout);
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
  }

  MPI_Comm ends_ = MPI_COMM_NULL;
};

/// Configures the libraries to return error codes, which tenon converts to exceptions, and to print
/// nothing.
void silenceLibraries() {
  TENON_MPI(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
  TENON_MPI(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
  TENON_PETSC(PetscPushErrorHandler(PetscIgnoreErrorHandler, nullptr));
  TENON_HDF5(H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr));
}

/// Configures the output: the root prints as GoogleTest does, other ranks print only their
/// failures, after their number.
void printOnRootOnly() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) return;
  auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
  delete listeners.Release(listeners.default_xml_generator());
  listeners.Append(new FailurePrinter(rank));  // GoogleTest deletes it
}

}  // namespace

int runTests(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  if (PetscInitialize(&argc, &argv, nullptr, nullptr) != 0) return 5;
  silenceLibraries();
  printOnRootOnly();
  ::testing::UnitTest::GetInstance()->listeners().Append(new SynchronisedTestEnd);  // GoogleTest deletes it

  int mine = RUN_ALL_TESTS();
  int largest = 0;
  MPI_Allreduce(&mine, &largest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  PetscFinalize();
  return largest;
}

}  // namespace tenon::testing
