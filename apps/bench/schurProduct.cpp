// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "schurProduct.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "la/matrices/ConstraintMatrix.hpp"
#include "measure.hpp"
#include "tenon/system/operators/SchurComplement.hpp"

namespace tenon::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr int dimension = 3;

class Chain {
 public:
  Chain(const base::Communicator& comm, PetscInt num_points)
      : comm_(comm),
        state_("chain", layoutOf(comm, num_points), dimension, restOf(comm, num_points)),
        layout_({&state_}),
        constraints_(layout_, {{"links", 0, dimension * state_.layout().numOwned()}}, links(state_.layout())) {
    const PetscInt rows = constraints_.numOwnedRows();
    TENON_PETSC(
        MatCreateAIJ(comm.mpi(), rows, rows, PETSC_DETERMINE, PETSC_DETERMINE, 1, nullptr, 0, nullptr, mass_.out()));
    TENON_PETSC(MatSetBlockSize(mass_.get(), dimension));
    const PetscInt first = state_.layout().firstOwned().value() * dimension;
    for (PetscInt row = first; row < first + rows; ++row)
      TENON_PETSC(
          MatSetValue(mass_.get(), row, row, 1.0 + 0.1 * static_cast<double>(row / dimension % 7), INSERT_VALUES));
    TENON_PETSC(MatAssemblyBegin(mass_.get(), MAT_FINAL_ASSEMBLY));
    TENON_PETSC(MatAssemblyEnd(mass_.get(), MAT_FINAL_ASSEMBLY));
    l = constraints_.makeVector(), product = constraints_.makeVector(), expected = constraints_.makeVector();
    motion = layout_.makeVector();
    TENON_PETSC(VecSetRandom(l.get(), nullptr));
  }

  Mat G() const { return constraints_.get(); }
  Mat transpose() const { return constraints_.transpose(); }
  Mat mass() const { return mass_.get(); }

  /// Returns the difference between `product` and G (M^-1 (G^T l)) computed step by step.
  double difference() const {
    la::Vector masses = layout_.makeVector();
    TENON_PETSC(MatGetDiagonal(mass(), masses.get()));
    TENON_PETSC(MatMult(transpose(), l.get(), motion.get()));
    TENON_PETSC(VecPointwiseDivide(motion.get(), motion.get(), masses.get()));
    TENON_PETSC(MatMult(G(), motion.get(), expected.get()));
    double size = 0.0, difference = 0.0;
    TENON_PETSC(VecNorm(expected.get(), NORM_2, &size));
    TENON_PETSC(VecAXPY(expected.get(), -1.0, product.get()));
    TENON_PETSC(VecNorm(expected.get(), NORM_2, &difference));
    return difference / size;
  }

  la::Vector l, motion, product, expected;

 private:
  static PetscInt pointsOf(const base::Communicator& comm, PetscInt num_points) {
    return num_points / comm.size() + (comm.rank() < num_points % comm.size() ? 1 : 0);
  }
  static std::shared_ptr<const la::Layout> layoutOf(const base::Communicator& comm, PetscInt num_points) {
    return std::make_shared<la::Layout>(comm, base::toLocalIndex(pointsOf(comm, num_points), "points"),
                                        std::vector<base::GlobalIndex>{});
  }
  static std::vector<double> restOf(const base::Communicator& comm, PetscInt num_points) {
    return std::vector<double>(static_cast<std::size_t>(pointsOf(comm, num_points)) * dimension, 0.0);
  }
  static std::vector<la::ConstraintEntry> links(const la::Layout& layout) {
    std::vector<la::ConstraintEntry> entries;
    for (base::LocalIndex point = 0; point < layout.numOwned(); ++point)
      for (int c = 0; c < dimension; ++c) {
        const PetscInt unknown = (layout.firstOwned().value() + point) * dimension + c;
        entries.push_back({point * dimension + c, base::GlobalIndex(unknown), 1.0});
        if (unknown >= dimension)
          entries.push_back({point * dimension + c, base::GlobalIndex(unknown - dimension), -1.0});
      }
    return entries;
  }

  base::Communicator comm_;
  la::State state_;
  la::CombinedLayout layout_;
  la::ConstraintMatrix constraints_;
  la::Matrix mass_;
};

}  // namespace

void measureSchurProduct(const base::Communicator& comm, const SchurProductOptions& options) {
  const Chain chain(comm, options.rows / dimension);
  const system::SchurComplement schur({chain.mass(), {{"chain", 0, 0}}}, chain.G());
  std::vector<double> of_schur, of_both;
  for (int r = 0; r < options.reps; ++r) {
    of_both.push_back(milliseconds(comm, [&] {
      TENON_PETSC(MatMult(chain.transpose(), chain.l.get(), chain.motion.get()));
      TENON_PETSC(MatMult(chain.G(), chain.motion.get(), chain.expected.get()));
    }));
    of_schur.push_back(milliseconds(comm, [&] { schur.multiply(chain.l.get(), chain.product.get()); }));
  }
  const double both_ms = median(of_both), schur_ms = median(of_schur), difference = chain.difference();
  const int rows = options.rows / dimension * dimension;
  const Json line = {{"prog", "tenon"},
                     {"rows", rows},
                     {"ranks", comm.size()},
                     {"products_ms", both_ms},
                     {"schur_ms", schur_ms},
                     {"ratio", schur_ms / both_ms},
                     {"products_ns_per_row", both_ms * 1e6 / rows},
                     {"schur_ns_per_row", schur_ms * 1e6 / rows},
                     {"difference", difference}};
  if (comm.isRoot()) std::printf("%s\n", line.dump().c_str());
}

}  // namespace tenon::bench
