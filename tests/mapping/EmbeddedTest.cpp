#include "tenon/mapping/Embedded.hpp"

#include "tenon/testing/MappingFixture.hpp"

namespace tenon::mapping {
namespace {

using base::Vec3;
using mesh::CellType;
using testing::Box;
using testing::Objects;

/// A small box of other cells inside a bent box.
class EmbeddedIn : public testing::MappingFixture, public ::testing::WithParamInterface<CellType> {
 protected:
  Mapping make(const Objects& objects) const override {
    return std::make_unique<Embedded>(Embedded::Data{"box", 1e-6}, objects.domain(1), objects.find());
  }
  std::vector<Box> boxes() const override {
    if (mesh::info(GetParam()).dimension == 2)
      return {{"box", GetParam(), {3, 2, 1}}, {"inner", CellType::tri3, {2, 2, 1}, {0.2, 0.3, 0}, {0.7, 0.6, 0}}};
    return {{"box", GetParam(), {2, 2, 2}}, {"inner", CellType::tet4, {2, 1, 1}, {0.2, 0.3, 0.25}, {0.7, 0.6, 0.75}}};
  }
};

TEST_P(EmbeddedIn, isConsistent) {
  expectConsistent();
}

// Isoparametric cells represent u = a + A X: embedded nodes follow it exactly.
TEST_P(EmbeddedIn, followsAffineMotion) {
  Objects objects(base::Communicator::world(), boxes(), 1);
  const auto mapping = make(objects);
  const auto motion = [](const Vec3& x) -> Vec3 {
    return Vec3(0.1 + 0.2 * x[0] - 0.3 * x[1], 0.4 * x[0] + 0.1 * x[2], 0.2 - 0.5 * x[1] + 0.3 * x[2]);
  };
  const auto place = [](const la::State& state, LocalIndex node) {
    Vec3 x = Vec3::Zero();
    for (int i = 0; i < state.block(); ++i) x[i] = state.rest()[static_cast<std::size_t>(node * state.block() + i)];
    return x;
  };
  la::State& parent = objects.state(0);
  for (LocalIndex node = 0; node < parent.layout().numLocal(); ++node)
    for (int i = 0; i < parent.block(); ++i)
      parent.displacement()[static_cast<std::size_t>(node * parent.block() + i)] = motion(place(parent, node))[i];
  mapping->apply();
  const la::State& child = mapping->child();
  for (LocalIndex node = 0; node < child.layout().numLocal(); ++node)
    for (int i = 0; i < child.block(); ++i)
      EXPECT_NEAR(child.displacement()[static_cast<std::size_t>(node * child.block() + i)],
                  motion(place(child, node))[i], 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Cells, EmbeddedIn,
                         ::testing::Values(CellType::tri3, CellType::quad4, CellType::tet4, CellType::hex8,
                                           CellType::prism6, CellType::pyramid5),
                         [](const auto& one) { return mesh::info(one.param).name; });

TEST(Embedded, refusesNodesOutside) {
  Objects objects(
      base::Communicator::world(),
      {{"box", CellType::hex8, {2, 2, 2}}, {"outer", CellType::tet4, {1, 1, 1}, {0.5, 0.5, 0.5}, {1.5, 0.75, 0.75}}},
      0);
  try {
    Embedded(Embedded::Data{"box", 1e-6}, objects.domain(1), objects.find());
    FAIL() << "a node outside was taken";
  } catch (const base::InputError& error) {
    const std::string sentence = error.what();
    EXPECT_NE(sentence.find("of object 'outer'"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("outside of object 'box'"), std::string::npos) << sentence;
  }
  EXPECT_THROW(Embedded(Embedded::Data{"box", 1e-6}, objects.domain(0), objects.find()), base::InputError);
}

}  // namespace
}  // namespace tenon::mapping
