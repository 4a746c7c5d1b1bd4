// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Unconstrained assembly of rigid bodies, a mesh, joints and springs: a common rotation stores no
// energy, in any unit of length.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "RigidBodies.hpp"
#include "analysis/checks/restraint.hpp"
#include "force/PointSprings.hpp"
#include "force/solid/Elastic.hpp"
#include "la/matrices/rigidModes.hpp"
#include "la/vectors.hpp"
#include "tenon/mesh/generation/generate.hpp"

namespace tenon::analysis {
namespace {

using base::Vec3;
using constraint::BallJoint;
using constraint::HingeJoint;
using ::testing::HasSubstr;
using testing::RigidBodies;

/// A block of 2 x 1 x 1, body 1 glued to its face, body 2 on a hinge on body 1, and body 3 on
/// springs to both. The assembly is translated to `origin` and expressed in a length unit of which
/// `unit` units equal one length.
struct Assembly {
  RigidBodies bodies;
  double unit;
  Vec3 origin;

  Vec3 at(double x, double y, double z) const { return unit * (origin + Vec3(x, y, z)); }

  Assembly(int dimension, double given_unit, const Vec3& given_origin)
      : bodies(entries(given_unit, given_origin), dimension), unit(given_unit), origin(given_origin) {
    const bool is_plane = dimension == 2;
    const Vec3 low = at(0, 0, 0), high = at(2, 1, is_plane ? 0 : 1);
    auto mesh = mesh::box(base::Communicator::world(), is_plane ? mesh::CellType::quad4 : mesh::CellType::hex8,
                          {4, 2, is_plane ? 1 : 2}, {low[0], low[1], low[2]}, {high[0], high[1], high[2]});
    system::Body& block = bodies.add(std::make_unique<system::Body>("block", std::move(mesh)));
    const std::string material = "{type: linear-elastic, young: 1000, poisson: 0.3}";
    block.forces.push_back(
        force::Elastic::make(force::Elastic::Data{base::CaseNode::parse(material, "block"), ""}, block.domain()));
    BallJoint::Data glue;
    glue.name = "glue";
    glue.first = {"block", "xmax"};
    glue.second = {"bodies", "1"};
    bodies.add(std::make_unique<BallJoint>(glue, bodies.find()));
    HingeJoint::Data hinge;
    hinge.axis = {0, 0, 1};
    bodies.join<HingeJoint>(hinge, 1, 2, at(3.5, 0.5, 0));
    const auto place = [&](const Vec3& x) { return at(x[0], x[1], is_plane ? 0.0 : x[2]); };
    const std::vector<std::tuple<int, Vec3, Vec3>> springs{
        {2, {4.0, 0.9, 0.3}, {4.5, 1.5, 0.1}},  {1, {3.0, 0.5, -0.2}, {4.5, 2.5, -0.3}},
        {2, {4.2, 0.1, -0.4}, {5.0, 2.0, 0.2}}, {1, {3.2, 0.8, 0.5}, {4.2, 2.2, 0.6}},
        {2, {4.4, 0.6, 0.2}, {4.7, 1.8, -0.5}}, {1, {2.9, 0.2, 0.4}, {5.1, 1.7, 0.5}},
        {2, {3.8, 0.3, -0.6}, {4.1, 2.4, -0.2}}};
    for (const auto& [body, from, to] : springs) addSpring(body, place(from), 3, place(to));
  }

  void addSpring(int first, const Vec3& at, int second, const Vec3& to) {
    force::PointSprings::Data spring;
    spring.first = {"bodies", std::to_string(first)};
    spring.second = {"bodies", std::to_string(second)};
    spring.at.given = at, spring.to.given = to;
    spring.stiffness = 50.0 * unit;
    bodies.add(std::make_unique<force::PointSprings>(spring, bodies.find()));
  }

  static std::vector<RigidBodies::BodyEntry> entries(double unit, const Vec3& origin) {
    std::vector<RigidBodies::BodyEntry> list;
    for (const Vec3& place : {Vec3(3, 0.5, 0), Vec3(4, 0.5, 0), Vec3(4.5, 2, 0)})
      list.push_back({unit * (origin + place), 1.0, unit * unit * Vec3::Ones()});
    return list;
  }
};

TEST(FreeAssembly, TurnsAsOneWithoutForce) {
  for (const int dimension : {2, 3})
    for (const double unit : {1.0, 1e6, 1e-6})
      for (const double far : {0.0, 1e5}) {
        SCOPED_TRACE(fmt::format("{}d, unit {}, {} away", dimension, unit, far));
        Assembly assembly(dimension, unit, Vec3(far, -far, 0));
        system::MechanicalSystem& mechanics = assembly.bodies.build();
        Equations equations(mechanics);
        base::Phases phases(mechanics.comm());
        equations.tangent().assemble(phases);
        const auto& system = equations.linearSystem();
        const auto modes = la::vectorsOf(equations.tangent().rigidModes());
        ASSERT_EQ(modes.size(), dimension == 3 ? 6U : 3U);
        PetscReal size_of_A = 0.0, size_of_G = 0.0;
        TENON_PETSC(MatNorm(system.get(), NORM_INFINITY, &size_of_A));
        TENON_PETSC(MatNorm(equations.constraints()->full(), NORM_INFINITY, &size_of_G));
        const la::Vector f = system.layout().makeVector(), rows = equations.constraints()->makeVector();
        const double digits = 1e-13 * std::max(1.0, far);  // digits of positions, from which lever arms are computed
        for (Vec mode : modes) {
          TENON_PETSC(MatMult(system.get(), mode, f.get()));
          TENON_PETSC(MatMult(equations.constraints()->full(), mode, rows.get()));
          EXPECT_LE(la::norm(f.get()), digits * size_of_A);
          EXPECT_LE(la::norm(rows.get()), digits * size_of_G);
        }
      }
}

// Body 3 is suspended on springs alone; the connection to other bodies does not constrain the whole
// assembly.
TEST(FreeAssembly, IsNamedWithWhatItCanDo) {
  for (const double unit : {1.0, 1e6, 1e-6}) {
    SCOPED_TRACE(unit);
    Assembly assembly(3, unit, Vec3(1, 2, 3));
    Equations equations(assembly.bodies.build());
    EXPECT_FALSE(isSupported(equations));
    try {
      requireSupported(equations);
      ADD_FAILURE();
    } catch (const base::InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("object 'block'"));
      for (int number = 1; number <= 3; ++number)
        EXPECT_THAT(error.what(), HasSubstr(fmt::format("body {} of object 'bodies', at (", number)));
      EXPECT_THAT(error.what(),
                  HasSubstr("which are joined by forces and constraints: together they can translate along x, y and z "
                            "and rotate about x, y and z"));
    }
  }
}

}  // namespace
}  // namespace tenon::analysis
