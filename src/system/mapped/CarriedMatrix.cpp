#include "CarriedMatrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "tenon/base/collectively.hpp"

namespace tenon::system {
namespace {

/// Calls visit(row, number of entries, columns, values) for each row of this rank.
template <class Visit>
void forEachRow(Mat matrix, Visit&& visit) {
  PetscInt first = 0, last = 0;
  TENON_PETSC(MatGetOwnershipRange(matrix, &first, &last));
  for (PetscInt row = first; row < last; ++row) {
    PetscInt count = 0;
    const PetscInt* columns = nullptr;
    const PetscScalar* values = nullptr;
    TENON_PETSC(MatGetRow(matrix, row, &count, &columns, &values));
    visit(row, count, columns, values);
    TENON_PETSC(MatRestoreRow(matrix, row, &count, &columns, &values));
  }
}

}  // namespace

CarriedMatrix::CarriedMatrix(const MappedStates& mapped, const std::vector<la::State*>& independent,
                             const la::MatrixAssembly::Contribute& contribute)
    : mapped_(&mapped) {
  record(contribute);
  multiply(MAT_INITIAL_MATRIX);
  makeColumnsKnown(independent);
  findBlocks("a contributor");
}

LocalIndex CarriedMatrix::numGhosts() const {
  LocalIndex count = 0;
  for (const la::State* state : mapped_->all()->states()) count += state->layout().numGhosts();
  return count;
}

void CarriedMatrix::record(const la::MatrixAssembly::Contribute& contribute) {
  assembly_ = std::make_unique<la::MatrixAssembly>(std::make_shared<la::CombinedLayout>(mapped_->all()->states()),
                                                   la::Insertion::slots);
  assembly_->record(contribute);
  num_ghosts_ = numGhosts();
}

void CarriedMatrix::multiply(MatReuse reuse) {
  Mat same = product_.get();
  TENON_PETSC(MatPtAP(assembly_->matrix().get(), mapped_->jacobian(), reuse, PETSC_DEFAULT,
                      reuse == MAT_REUSE_MATRIX ? &same : product_.put()));
}

std::vector<PetscInt> CarriedMatrix::farColumns() const {
  PetscInt begin = 0, end = 0;
  TENON_PETSC(MatGetOwnershipRangeColumn(product_.get(), &begin, &end));
  const int block = mapped_->independent().block();
  std::vector<PetscInt> far;  // block columns
  forEachRow(product_.get(), [&](PetscInt, PetscInt count, const PetscInt* columns, const PetscScalar*) {
    for (PetscInt k = 0; k < count; ++k)
      if (columns[k] < begin || columns[k] >= end) far.push_back(columns[k] / block);
  });
  std::sort(far.begin(), far.end());
  far.erase(std::unique(far.begin(), far.end()), far.end());
  return far;
}

// Owners say which node of which state a far column is.
void CarriedMatrix::makeColumnsKnown(const std::vector<la::State*>& independent) const {
  struct Answer {
    PetscInt state, node;
  };
  const la::CombinedLayout& layout = mapped_->independent();
  const base::Communicator& comm = layout.comm();
  std::vector<std::vector<PetscInt>> questions(static_cast<std::size_t>(comm.size()));
  for (const PetscInt column : farColumns())
    questions[static_cast<std::size_t>(layout.layout().ownerOf(GlobalIndex(column)))].push_back(column);
  const auto asked = comm.exchange(questions);
  std::vector<std::vector<Answer>> answers(asked.size());
  for (std::size_t r = 0; r < asked.size(); ++r)
    for (const PetscInt column : asked[r]) {
      const LocalIndex local = layout.layout().local(GlobalIndex(column));
      std::size_t state = layout.states().size() - 1;
      while (layout.firstOwned(state) > local) --state;
      const LocalIndex node = (local - layout.firstOwned(state)) / layout.rowsPerNode(state);
      answers[r].push_back({static_cast<PetscInt>(state), layout.states()[state]->layout().global(node).value()});
    }
  std::vector<std::vector<GlobalIndex>> ghosts(independent.size());
  for (const auto& from_rank : comm.exchange(answers))
    for (const Answer& answer : from_rank) ghosts[static_cast<std::size_t>(answer.state)].emplace_back(answer.node);
  for (std::size_t s = 0; s < independent.size(); ++s) independent[s]->addGhosts(ghosts[s]);
}

std::vector<CarriedMatrix::Node> CarriedMatrix::knownNodes() const {
  const la::CombinedLayout& layout = mapped_->independent();
  std::vector<Node> nodes;
  for (std::size_t s = 0; s < layout.states().size(); ++s) {
    const la::State& state = *layout.states()[s];
    for (LocalIndex node = 0; node < state.layout().numLocal(); ++node)
      nodes.push_back({&state, node, layout.global(s, state.layout().global(node)).value() * layout.block()});
  }
  std::sort(nodes.begin(), nodes.end(), [](const Node& a, const Node& b) { return a.first_unknown < b.first_unknown; });
  return nodes;
}

void CarriedMatrix::findBlocks(const std::string& contributor) {
  const std::vector<Node> nodes = knownNodes();
  const auto nodeOf = [&](PetscInt unknown) -> const Node& {
    const auto after = std::upper_bound(nodes.begin(), nodes.end(), unknown,
                                        [](PetscInt u, const Node& node) { return u < node.first_unknown; });
    if (after == nodes.begin() || unknown >= (after - 1)->first_unknown + (after - 1)->state->block())
      throw base::InternalError(fmt::format(
          "{} acts on a mapped object and has come to couple nodes that it did not couple at the start.", contributor));
    return *(after - 1);
  };
  blocks_.clear();
  places_.clear();
  std::map<PetscInt, std::size_t> first_of;  // values of each block of the present node's rows, by column
  std::size_t size = 0;
  base::collectively(mapped_->all()->comm(), [&] {
    forEachRow(product_.get(), [&](PetscInt row, PetscInt count, const PetscInt* columns, const PetscScalar*) {
      const Node& here = nodeOf(row);
      if (row == here.first_unknown) first_of.clear();
      for (PetscInt k = 0; k < count; ++k) {
        const Node& there = nodeOf(columns[k]);
        const auto width = static_cast<std::size_t>(there.state->block());
        const auto [found, is_new] = first_of.emplace(there.first_unknown, size);
        if (is_new) {
          blocks_.push_back({here.state, here.node, there.state, there.node, size});
          size += static_cast<std::size_t>(here.state->block()) * width;
        }
        places_.push_back(found->second + static_cast<std::size_t>(row - here.first_unknown) * width +
                          static_cast<std::size_t>(columns[k] - there.first_unknown));
      }
    });
  });
  values_.assign(size, 0.0);
}

void CarriedMatrix::assemble(const la::MatrixAssembly::Contribute& contribute) {
  // This or another carried matrix may have brought ghosts, which are in no layout made before.
  const bool is_stale = mapped_->all()->comm().any(numGhosts() != num_ghosts_);
  if (is_stale) record(contribute);
  const auto change = assembly_->assemble(contribute);
  if (is_stale || change) {
    multiply(MAT_INITIAL_MATRIX);
    findBlocks(change ? change->contributor : "a contributor");
  } else {
    multiply(MAT_REUSE_MATRIX);
  }
  std::size_t entry = 0;
  forEachRow(product_.get(), [&](PetscInt, PetscInt count, const PetscInt*, const PetscScalar* values) {
    for (PetscInt k = 0; k < count; ++k) values_[places_[entry++]] = values[k];
  });
}

}  // namespace tenon::system
