#include <gtest/gtest.h>

#include "tenon/fem/LinearElastic.hpp"
#include "tenon/fem/OrthotropicElastic.hpp"
#include "tenon/force/FollowerPressure.hpp"
#include "tenon/force/Gravity.hpp"
#include "tenon/force/RestShapeSprings.hpp"
#include "tenon/force/SolidForce.hpp"
#include "tenon/force/VelocityDamping.hpp"
#include "tenon/testing/ForceFieldFixture.hpp"

// Forces of one object, by the fixture that is installed for everybody. Interactions: SpringsTest, AngularSpringsTest.
namespace tenon::force {
namespace {

using mesh::CellType;
using testing::Box;
using testing::Objects;

class RestShapeSpringsTest : public testing::ForceFieldFixture {
  Force make(const Objects& objects) const override {
    return std::make_unique<RestShapeSprings>(RestShapeSprings::Data{40.0, "xmin", {0.1, 0.0, -0.2}}, objects.domain());
  }
};
TEST_F(RestShapeSpringsTest, isConsistent) {
  expectConsistent();
}

class NodalDamperTest : public testing::ForceFieldFixture {
  Force make(const Objects& objects) const override {
    return std::make_unique<NodalDamper>(NodalDamper::Data{"ymax", 3.0}, objects.domain());
  }
  std::vector<Box> boxes() const override { return {{"plate", CellType::quad8, {3, 2, 0}}}; }
};
TEST_F(NodalDamperTest, isConsistent) {
  expectConsistent();
}

class DiagonalDampingTest : public testing::ForceFieldFixture {
  Force make(const Objects& objects) const override {
    return std::make_unique<DiagonalDamping>(DiagonalDamping::Data{"", {1.0, 0.0, 2.5}}, objects.domain());
  }
};
TEST_F(DiagonalDampingTest, isConsistent) {
  expectConsistent();
}

class GravityTest : public testing::ForceFieldFixture {
  Force make(const Objects& objects) const override {
    return std::make_unique<Gravity>(Gravity::Data{2.0, {0, 0, -9.81}, "", 1.0}, objects.domain());
  }
};
TEST_F(GravityTest, isConsistent) {
  expectConsistent();
}

class ElasticTest : public testing::ForceFieldFixture {
  Force make(const Objects& objects) const override {
    return std::make_unique<SolidForce<fem::LinearElastic>>(fem::LinearElastic{100.0, 0.3}, SolidOptions{},
                                                            objects.domain());
  }
};
TEST_F(ElasticTest, isConsistent) {
  expectConsistent();
}

class OrthotropicTest : public testing::ForceFieldFixture {
  Force make(const Objects& objects) const override {
    const fem::OrthotropicElastic wood{10, 4, 3, 0.3, 0.25, 0.2, 2, 1.5, 1};
    return std::make_unique<SolidForce<fem::OrthotropicElastic>>(wood, SolidOptions{}, objects.domain());
  }
  std::vector<Box> boxes() const override { return {{"plate", CellType::tri6, {2, 1, 0}}}; }
};
TEST_F(OrthotropicTest, isConsistent) {
  expectConsistent();
}

/// A stress of no energy: the strain along x pulls along y, and not the other way round.
struct OneSided {
  double modulus = 5;
  static constexpr bool is_linear = true, is_symmetric = false;
  template <class T>
  fem::Tensor<T> stress(const fem::Tensor<T>& H) const {
    fem::Tensor<T> sigma = modulus * fem::strain(H);
    sigma(1, 1) = sigma(1, 1) + 2.0 * H(0, 0);
    return sigma;
  }
};
class OneSidedTest : public testing::ForceFieldFixture {
  Force make(const Objects& objects) const override {
    return std::make_unique<SolidForce<OneSided>>(OneSided{}, SolidOptions{}, objects.domain());
  }
};
TEST_F(OneSidedTest, isConsistent) {
  expectConsistent();
}

// ---- follower pressure: every type of face, by the cells that have it

class FollowerPressures : public testing::ForceFieldFixture, public ::testing::WithParamInterface<CellType> {
 protected:
  bool isPlane() const { return mesh::info(GetParam()).dimension == 2; }
  Force make(const Objects& objects) const override {
    return std::make_unique<FollowerPressure>(FollowerPressure::Data{"xmax", 2.0, isPlane() ? 0.5 : 1.0},
                                              objects.domain());
  }
  std::vector<Box> boxes() const override {
    return {{"box", GetParam(), mesh::info(GetParam()).order == 1 ? std::array{1, 3, 2} : std::array{1, 2, 1}}};
  }
};
TEST_P(FollowerPressures, areConsistent) {
  expectConsistent();
}

/// The integral of n da over a face depends on its rim alone, and over a closed surface it is 0.
TEST_P(FollowerPressures, addUpToNothingAllAround) {
  Objects objects(base::Communicator::world(), boxes(), 0);
  objects.number();
  objects.moveRandomly(1, 0.05, 0.0);
  Eigen::VectorXd f = Eigen::VectorXd::Zero(objects.numUnknowns());
  const int dim = objects.domain().dimension();
  for (const auto& group : objects.domain().mesh.groups()) {
    if (group.dimension != dim - 1) continue;
    const FollowerPressure pressure({group.name, 3.0, 1.0}, objects.domain());
    f += objects.assemble([&](la::ForceVector& to) { pressure.addForce(to); });
  }
  EXPECT_GT(f.cwiseAbs().maxCoeff(), 0.1);
  for (int c = 0; c < dim; ++c)
    EXPECT_NEAR(Eigen::Map<const Eigen::MatrixXd>(f.data(), dim, f.size() / dim).row(c).sum(), 0.0, 1e-13);
}

std::string nameOf(const ::testing::TestParamInfo<CellType>& param) {
  return mesh::info(param.param).name;
}
// tri3 tri6 quad4 quad8 quad9, line2 line3
INSTANTIATE_TEST_SUITE_P(allFaces, FollowerPressures,
                         ::testing::Values(CellType::tet4, CellType::tet10, CellType::hex8, CellType::hex20,
                                           CellType::hex27, CellType::tri3, CellType::quad9),
                         nameOf);

/// At rest it is the dead pressure; blown up to twice the size it is four times that.
TEST(FollowerPressure, growsWithTheArea) {
  Objects objects(base::Communicator::world(), {{"box", CellType::hex20, {2, 1, 1}}}, 1);
  objects.number();
  const FollowerPressure pressure({"zmax", 3.0, 1.0}, objects.domain());
  const auto force = [&] { return objects.assemble([&](la::ForceVector& to) { pressure.addForce(to); }); };
  const Eigen::VectorXd at_rest = force();
  la::State& state = objects.state();
  std::copy(state.rest().begin(), state.rest().end(), state.displacement().begin());
  EXPECT_LT((force() - 4 * at_rest).norm(), 1e-13 * at_rest.norm());
}

/// Force and tangent at time t are those of the pressure times history(t).
TEST(FollowerPressure, followsItsHistory) {
  Objects objects(base::Communicator::world(), {{"box", CellType::hex8, {2, 1, 1}}}, 1);
  objects.number();
  objects.moveRandomly(1, 0.05, 0.0);
  const auto force = [&](const FollowerPressure& pressure) {
    return objects.assemble([&](la::ForceVector& to) { pressure.addForce(to); });
  };
  const auto tangent = [&](const FollowerPressure& pressure) {
    return objects.matrix(la::Insertion::slots, [&](const la::Contributions& to) {
      la::StiffnessMatrix K = to.stiffness(1.0);
      pressure.addStiffness(K);
    });
  };
  const FollowerPressure constant({"zmax", 3.0, 1.0}, objects.domain());
  FollowerPressure growing({"zmax", 3.0, 1.0, base::History({{0.0, 0.0}, {2.0, 1.0}})}, objects.domain());
  EXPECT_EQ(force(growing).norm(), 0.0);
  growing.setTime(0.5);
  EXPECT_EQ((force(growing) - 0.25 * force(constant)).norm(), 0.0);
  EXPECT_EQ((tangent(growing) - 0.25 * tangent(constant)).norm(), 0.0);
  EXPECT_GT(force(constant).norm(), 0.0);
}

TEST(OneObject, refusesWrongWords) {
  Objects objects(base::Communicator::world(),
                  {{"box", CellType::hex8, {1, 1, 1}}, {"plate", CellType::tri3, {1, 1, 0}}}, 0);
  const fem::Domain &box = objects.domain(0), &plate = objects.domain(1);
  EXPECT_THROW(DiagonalDamping({"", {1, -1, 0}}, box), base::InputError);
  EXPECT_THROW(DiagonalDamping({"", {1, 1, 1}}, plate), base::InputError);
  EXPECT_THROW(NodalDamper({"nowhere", 1.0}, box), base::InputError);
  EXPECT_THROW(RestShapeSprings({1.0, "", {0, 0, 1}}, plate), base::InputError);
  EXPECT_THROW(FollowerPressure({"xmin", 1.0, 2.0}, box), base::InputError);
  EXPECT_THROW(FollowerPressure({"all", 1.0, 1.0}, box), base::InputError);
}

}  // namespace
}  // namespace tenon::force
