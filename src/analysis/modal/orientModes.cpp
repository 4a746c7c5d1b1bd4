// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Dense>
#include <cmath>

#include "ModeShapes.hpp"
#include "fem/search/Box.hpp"
#include "la/vectors.hpp"
#include "nodalVectors.hpp"

namespace tenon::analysis {
namespace {

using base::LocalIndex;
using base::Vec3;
using Eigen::Index;
using Eigen::MatrixXd;

constexpr double one_frequency = 1e-7;  // relative to omega^2 + s
constexpr double clearly = 1e-3;        // relative to a vector of length one

/// Reference fields that distinguish mode shapes: translations along the axes, rotations about
/// them, then waves of more and more directions.
class ReferenceModes {
 public:
  explicit ReferenceModes(const ModalOperators& operators) : operators_(operators) {
    const auto& mechanics = operators.equations().mechanics();
    for (const auto& body : mechanics.bodies())
      for (LocalIndex node = 0; node < body->state().layout().numOwned(); ++node)
        box_.include(placeOf(body->state(), node));
    box_ = fem::unitedBox(mechanics.comm(), box_);
  }

  /// Returns M w of the reference field w with this number, w . M w = 1 (or 0 if w moves no mass).
  la::Vector massTimes(int number) const {
    const int space = operators_.equations().mechanics().dimension(), num_turns = space == 3 ? 3 : 1;
    const la::Vector w = number < space               ? operators_.translation(number)
                         : number < space + num_turns ? turn(space == 3 ? number - space : 2)
                                                      : wave(number - space - num_turns + 1);
    la::Vector product = operators_.makeVector();
    operators_.multiplyMass(w.get(), product.get());
    const double size = std::sqrt(std::max(0.0, dot(w.get(), product.get())));
    if (size > 0.0) TENON_PETSC(VecScale(product.get(), 1.0 / size));
    return product;
  }

 private:
  static Vec3 placeOf(const la::State& state, LocalIndex node) {
    Vec3 place = Vec3::Zero();
    for (int c = 0; c < state.dimension(); ++c)
      place[c] = state.reference()[static_cast<std::size_t>(node * state.block() + c)];
    return place;
  }
  double computeExtent() const { return box_.size() > 0.0 ? box_.size() : 1.0; }
  /// Returns the field motion(x, component), with x from the centre, in units of the extent.
  template <class Motion>
  la::Vector byPlace(Motion&& motion) const {
    const double extent = computeExtent();
    return vectorByNodes(operators_.equations(), [&](const system::Body& body, LocalIndex node, int c) {
      return motion(Vec3((placeOf(body.state(), node) - 0.5 * (box_.low + box_.high)) / extent), c);
    });
  }
  la::Vector turn(int axis) const {
    const int space = operators_.equations().mechanics().dimension();
    const double extent = computeExtent();
    return byPlace([&](const Vec3& x, int c) {
      if (c < space) return Vec3::Unit(axis).cross(x)[c];
      return c == (space == 3 ? 3 + axis : 2) ? 1.0 / extent : 0.0;  // frames
    });
  }
  la::Vector wave(int number) const {
    const Vec3 k = number * Vec3(std::sin(1.0 * number), std::sin(2.0 * number + 1), std::sin(3.0 * number + 2));
    return byPlace([&](const Vec3& x, int c) { return std::cos(k.dot(x) + number + 2.0 * c); });
  }

  const ModalOperators& operators_;
  fem::Box box_;
};

/// Orthonormal columns q_m of the rotation of a set of mode shapes, from successive products
/// `along` with reference fields.
class PlaneRotations {
 public:
  explicit PlaneRotations(Index size) : q_(size, 0) {}
  bool isComplete() const { return q_.cols() == q_.rows(); }
  void add(const Eigen::VectorXd& along, double least) {
    const Eigen::VectorXd rest = along - q_ * (q_.transpose() * along);
    if (isComplete() || !(rest.norm() > least)) return;
    q_.conservativeResize(Eigen::NoChange, q_.cols() + 1);
    q_.rightCols(1) = rest.normalized();
  }
  // Mode shapes that no reference field distinguishes keep their basis.
  const MatrixXd& completed() {
    for (Index i = 0; i < q_.rows(); ++i) add(Eigen::VectorXd::Unit(q_.rows(), i), 0.5 / std::sqrt(double(q_.rows())));
    return q_;
  }

 private:
  MatrixXd q_;
};

void rotateVectors(std::vector<la::Vector*> vectors, const MatrixXd& q) {
  if (!*vectors.front()) return;
  std::vector<la::Vector> before;
  std::vector<Vec> handles;
  for (la::Vector* vector : vectors) {
    before.push_back(std::move(*vector));
    handles.push_back(before.back().get());
  }
  for (std::size_t m = 0; m < vectors.size(); ++m) {
    *vectors[m] = la::makeZeroLike(handles.front());
    TENON_PETSC(VecMAXPY(vectors[m]->get(), static_cast<PetscInt>(handles.size()), q.col(static_cast<Index>(m)).data(),
                         handles.data()));
  }
}

}  // namespace

void orient(const ModalOperators& operators, std::vector<ModeShape>& shapes) {
  constexpr int most_motions = 60;
  std::vector<std::size_t> starts;  // first index of each frequency
  std::vector<PlaneRotations> turns;
  for (std::size_t i = 0; i < shapes.size(); ++i)
    if (i == 0 || shapes[i].mu - shapes[i - 1].mu > one_frequency * shapes[i].mu) starts.push_back(i);
  starts.push_back(shapes.size());
  for (std::size_t k = 0; k + 1 < starts.size(); ++k) turns.emplace_back(static_cast<Index>(starts[k + 1] - starts[k]));
  const auto isOpen = [](const PlaneRotations& turn) { return !turn.isComplete(); };

  const ReferenceModes motions(operators);
  for (int number = 0; number < most_motions && std::any_of(turns.begin(), turns.end(), isOpen); ++number) {
    const la::Vector motion = motions.massTimes(number);
    for (std::size_t k = 0; k < turns.size(); ++k) {
      if (turns[k].isComplete()) continue;
      Eigen::VectorXd along(static_cast<Index>(starts[k + 1] - starts[k]));
      for (Index i = 0; i < along.size(); ++i)
        along[i] = dot(shapes[starts[k] + static_cast<std::size_t>(i)].phi.get(), motion.get());
      turns[k].add(along, clearly);
    }
  }
  for (std::size_t k = 0; k < turns.size(); ++k) {
    std::vector<la::Vector*> phi, lambda;
    for (std::size_t i = starts[k]; i < starts[k + 1]; ++i)
      phi.push_back(&shapes[i].phi), lambda.push_back(&shapes[i].lambda);
    const MatrixXd& q = turns[k].completed();
    rotateVectors(phi, q);
    rotateVectors(lambda, q);
  }
}

}  // namespace tenon::analysis
