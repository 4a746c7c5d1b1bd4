#include "tenon/la/rigidModes.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/la/arrays.hpp"
#include "tenon/la/vectors.hpp"

namespace tenon::la {
namespace {

/// Modes of a grid of 3 x 4 x 5 nodes a quarter apart, dealt to the ranks in turn, beyond `origin`; own entries.
std::vector<std::vector<double>> modesAt(const std::vector<double>& origin) {
  const auto world = base::Communicator::world();
  std::vector<double> places;
  for (int node = world.rank(); node < 60; node += world.size())
    for (const auto& [c, step] : {std::pair{0, node % 3}, {1, node / 3 % 4}, {2, node / 12}})
      places.push_back(origin[static_cast<std::size_t>(c)] + 0.25 * step);
  Vector rest;
  TENON_PETSC(VecCreate(world.mpi(), rest.put()));
  TENON_PETSC(VecSetBlockSize(rest.get(), 3));
  TENON_PETSC(VecSetSizes(rest.get(), static_cast<PetscInt>(places.size()), PETSC_DETERMINE));
  TENON_PETSC(VecSetType(rest.get(), VECSTANDARD));
  {
    WriteArray values(rest.get());
    std::copy(places.begin(), places.end(), values.begin());
  }
  const NullSpace modes = rigidModes(rest.get());
  PetscInt count = 0;
  const Vec* vectors = nullptr;
  TENON_PETSC(MatNullSpaceGetVecs(modes.get(), nullptr, &count, &vectors));
  std::vector<std::vector<double>> all;
  for (PetscInt m = 0; m < count; ++m) {
    const ReadArray values(vectors[m]);
    all.emplace_back(values.begin(), values.end());
  }
  return all;
}

TEST(RigidModes, AreTheSameFarFromTheOrigin) {
  const auto expected = modesAt({0, 0, 0}), found = modesAt({4e6, -3e6, 1e3});
  ASSERT_EQ(expected.size(), 6U);
  ASSERT_EQ(found.size(), 6U);
  for (std::size_t m = 0; m < 6; ++m)
    for (std::size_t i = 0; i < expected[m].size(); ++i) EXPECT_NEAR(found[m][i], expected[m][i], 1e-14);
}

}  // namespace
}  // namespace tenon::la
