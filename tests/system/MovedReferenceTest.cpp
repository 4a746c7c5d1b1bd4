// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Reference configurations that are moved for a while, and derivatives with respect to positions.
#include "system/parameters/MovedReference.hpp"

#include <gtest/gtest.h>

#include "mass/regionMass.hpp"
#include "problem.hpp"
#include "system/parameters/NumberParameter.hpp"

namespace tenon::system {
namespace {

using namespace tenon::testing;

/// Returns the displacement of nodes by s (0, 0, z), with which the box becomes 1 + s high.
NodeMoves stretched(Body& body, double s) {
  NodeMoves moves{&body, std::vector<double>(static_cast<std::size_t>(body.mesh().points().size()), 0.0)};
  for (std::size_t i = 2; i < moves.increments.size(); i += 3)
    moves.increments[i] = s * body.mesh().points()[static_cast<std::ptrdiff_t>(i)];
  return moves;
}

TEST(MovedReference, MovesMeshAndStateAndRestoresThem) {
  for (const int partition : {0, 1, 2}) {
    const auto mechanics = alone(elasticBox(world(), "block", CellType::hex8, {2, 2, 3}, 0.0, partition));
    Body& body = *mechanics->bodies().front();
    const std::vector<double> points(body.mesh().points().begin(), body.mesh().points().end());
    const std::vector<double> reference(body.state().reference().begin(), body.state().reference().end());
    {
      const MovedReference scope({stretched(body, 0.25)});
      for (std::size_t node = 0; 3 * node < points.size(); ++node) {
        const auto z = static_cast<std::ptrdiff_t>(3 * node + 2);
        EXPECT_DOUBLE_EQ(body.mesh().points()[z], 1.25 * points[3 * node + 2]);
        EXPECT_EQ(body.mesh().points()[z - 1], points[3 * node + 1]);
        EXPECT_EQ(body.state().reference()[z], body.mesh().points()[z]);
      }
    }
    EXPECT_TRUE(std::equal(points.begin(), points.end(), body.mesh().points().begin()));
    EXPECT_TRUE(std::equal(reference.begin(), reference.end(), body.state().reference().begin()));
  }
}

TEST(MovedReference, RejectsNodesThatAreNotPoints) {
  const Box frames{"frames", CellType::hex8, {1, 1, 1}, {2, 0, 0}, {3, 1, 1}, {}, la::NodeKind::frames};
  const auto body = Objects::makeBody(frames, Objects::makeMesh(world(), frames, 0));
  EXPECT_THROW(MovedReference({stretched(*body, 0.25)}), base::InternalError);
}

// At fixed displacements u_z = c z, the upper face is pulled down by the force C_11 A c / (1 + s),
// and the volume of the box is 1 + s.
TEST(MovedReference, ForcesAndVolumesHaveTheDerivativesOfTheClosedForm) {
  constexpr double strain = 0.02, stiffness = 1000.0 * 0.7 / (1.3 * 0.4);
  for (const CellType type : {CellType::hex8, CellType::tet10}) {
    const auto mechanics = alone(elasticBox(world(), "block", type, {2, 1, 2}));
    Body& body = *mechanics->bodies().front();
    const auto u = body.state().displacement();
    EquationWeights weights;
    weights.forces.emplace_back(static_cast<std::size_t>(u.size()), 0.0);
    for (std::size_t z = 2; z < u.size(); z += 3) {
      u[z] = strain * body.mesh().points()[z];
      weights.forces.front()[z] = body.mesh().points()[z] > 1.0 - 1e-9 ? 1.0 : 0.0;
    }
    const auto derivative = [&](double unit) {
      NumberParameter parameter(
          *mechanics, "s", 0.0, false,
          [&](double s) {
            VariedContributors made;
            made.moves.push_back(stretched(body, s));
            const MovedReference scope(made.moves);
            made.forces.push_back(std::make_unique<force::SolidForce<fem::LinearElastic>>(
                fem::LinearElastic{1000.0, 0.3}, force::SolidOptions{}, body.domain()));
            return made;
          },
          unit);
      double found = 0.0;
      parameter.addProducts(weights, gsl::span<double>(&found, 1));
      return found;
    };
    EXPECT_NEAR(derivative(3.0), stiffness * strain, 1e-9 * stiffness * strain);
    EXPECT_NEAR(derivative(1e-2), stiffness * strain, 1e-6 * stiffness * strain);
    const fem::Region region(body.domain(), "", 3, "block");
    weights.explicit_terms.geometry.push_back({[&] { return mass::ownedMass(region, body.state(), 1.0); }, 7.0});
    EXPECT_NEAR(derivative(3.0), stiffness * strain + 7.0, 1e-8);
  }
}

}  // namespace
}  // namespace tenon::system
