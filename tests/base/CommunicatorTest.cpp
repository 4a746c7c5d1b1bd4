// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/base/Communicator.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tenon/base/runCollectively.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::base {
namespace {

TEST(Communicator, ExchangeDeliversWhatWasSent) {
  const auto comm = Communicator::world();
  std::vector<std::vector<long>> outgoing(static_cast<std::size_t>(comm.size()));
  // Rank r sends s copies of 100 r + s to rank s, hence nothing to rank 0.
  for (int s = 0; s < comm.size(); ++s)
    outgoing[static_cast<std::size_t>(s)].assign(static_cast<std::size_t>(s), 100L * comm.rank() + s);
  const auto incoming = comm.exchange(outgoing);
  for (int r = 0; r < comm.size(); ++r)
    EXPECT_EQ(incoming[static_cast<std::size_t>(r)],
              std::vector<long>(static_cast<std::size_t>(comm.rank()), 100L * r + comm.rank()));
}

TEST(Communicator, GathersAndSums) {
  const auto comm = Communicator::world();
  EXPECT_EQ(comm.sum(comm.rank() + 1), comm.size() * (comm.size() + 1) / 2);
  EXPECT_EQ(comm.exclusiveSum(1L), comm.rank());
  const std::vector<int> mine(static_cast<std::size_t>(comm.rank()), comm.rank());
  const auto all = comm.gatherAll(mine);
  EXPECT_EQ(static_cast<int>(all.size()), comm.size() * (comm.size() - 1) / 2);
  EXPECT_EQ(comm.broadcast(comm.isRoot() ? "tenon" : "something longer"), "tenon");
}

TEST(RunCollectively, AnErrorOnOneRankIsThrownOnAll) {
  const auto comm = Communicator::world();
  const int culprit = comm.size() - 1;
  try {
    runCollectively(comm, [&] {
      if (comm.rank() == culprit) throw FileError("the file is broken.");
    });
    FAIL() << "no error";
  } catch (const FileError& error) {
    EXPECT_TRUE(error.isOnAllRanks());
    EXPECT_EQ(error.code(), ExitCode::files);
    EXPECT_STREQ(error.what(), "the file is broken.");
  }
  EXPECT_NO_THROW(runCollectively(comm, [] {}));
}

TEST(Index, RejectsCountsOutOfRange) {
  EXPECT_THROW(toLocalIndex(std::int64_t{1} << 31, "nodes"), InputError);
  EXPECT_EQ(toLocalIndex((std::int64_t{1} << 31) - 1, "nodes"), 2147483647);
  if (sizeof(PetscInt) == 4)
    EXPECT_THROW(toPetscInt(std::int64_t{1} << 31, "unknowns"), InputError);
  else
    EXPECT_EQ(toPetscInt(std::int64_t{1} << 40, "unknowns"), std::int64_t{1} << 40);
}

TEST(Check, FailedCallsAreNamed) {
  try {
    TENON_PETSC(PETSC_ERR_ARG_WRONG);
    FAIL() << "no error";
  } catch (const InternalError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("PETSC_ERR_ARG_WRONG"));
  }
  EXPECT_THROW(TENON_HDF5(H5Fopen("/nowhere/at/all.h5", H5F_ACC_RDONLY, H5P_DEFAULT)), FileError);
  EXPECT_THROW(TENON_MPI(MPI_ERR_ARG), InternalError);
}

TEST(Suggest, SuggestsSimilarNamesOnly) {
  EXPECT_EQ(nearestName("yuong", {"young", "poisson"}), "young");
  EXPECT_EQ(nearestName("Young", {"young", "poisson"}), "young");
  EXPECT_EQ(nearestName("stiffness", {"young", "poisson"}), "");
  EXPECT_EQ(nearestName("inf", {"info", "off"}), "info");
  EXPECT_EQ(nearestName("fixt", {"prescribed", "fixed"}), "fixed");
  for (const char* name : {"box", "off", "too"}) EXPECT_EQ(nearestName("for", {name}), "") << name;
  EXPECT_EQ(nearestName("foo", {"box", "off", "mass"}), "");
  EXPECT_EQ(suggestionFor("q", {}), "; there are none.");
  EXPECT_EQ(suggestionFor("stiffness", {"young", "poisson"}), "; the choices are: young, poisson.");
}

}  // namespace
}  // namespace tenon::base
