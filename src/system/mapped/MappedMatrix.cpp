// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "MappedMatrix.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tenon/base/runCollectively.hpp"

namespace tenon::system {
namespace {

/// Records the states to which contributors write; their entries are discarded.
class Touched {
 public:
  explicit Touched(const MappingGraph& graph) : graph_(graph), flags_(graph.states().size(), 0) {}
  std::vector<char> flags(const la::MatrixAssembly::Contribute& contribute) {
    contribute(la::Contributions([&](const la::State& row, const la::State& column, double) -> la::Accumulator& {
      flags_[graph_.indexOf(row)] = flags_[graph_.indexOf(column)] = 1;
      return nowhere_;
    }));
    return flags_;
  }

 private:
  class Nowhere : public la::Accumulator {
   public:
    bool needsValues() const override { return false; }
    void addBlock(LocalIndex, LocalIndex, la::BlockShape, const double*) override {}
    void beginElements(const la::ElementTable&, const la::ElementTable&, la::BlockShape, la::ElementSymmetry) override {
    }
    void addElements(LocalIndex, int, const la::Lane*) override {}
  };
  const MappingGraph& graph_;
  std::vector<char> flags_;
  Nowhere nowhere_;
};

}  // namespace

MappedMatrix::MappedMatrix(const MappingGraph& graph, Parts parts)
    : graph_(graph), parts_(std::move(parts)), blocks_(graph) {
  coupled_ = coupledStates();
  if (!coupled_.empty()) record();
  plan("a contributor");
  is_planned_ = true;
}

// Returns the states of C, the same on all ranks. @note Collective.
std::vector<std::size_t> MappedMatrix::coupledStates() const {
  std::vector<char> flags(graph_.states().size(), 0);
  if (parts_.contribute) flags = Touched(graph_).flags(parts_.contribute);
  std::vector<std::size_t> touched;
  for (std::size_t s = 0; s < flags.size(); ++s)
    if (graph_.comm().any(flags[s] != 0)) touched.push_back(s);
  return touched;
}

void MappedMatrix::record() {
  std::vector<const la::State*> states;
  for (const std::size_t s : coupled_) states.push_back(graph_.states()[s]);
  assembly_ = std::make_unique<la::MatrixAssembly>(std::make_shared<la::CombinedLayout>(std::move(states)),
                                                   la::Insertion::slots);
  assembly_->record(parts_.contribute);
}

// Registers the blocks of the product. @note Collective.
void MappedMatrix::plan(const std::string& contributor) {
  blocks_.clear(), geometric_places_.clear();
  if (assembly_)
    base::runCollectively(graph_.comm(),
                          [&] { products_ = std::make_unique<RowProducts>(graph_, coupled_, *assembly_, blocks_); });
  planGeometric();
  blocks_.share(contributor, !is_planned_);
  if (products_) products_->findPlaces(blocks_);
  for (std::size_t& place : geometric_places_) place = blocks_.placeOf(place);
}

void MappedMatrix::planGeometric() {
  if (parts_.geometric == nullptr) return;
  for (const auto& of_mapping : parts_.geometric->stiffness())
    for (const auto& entry : of_mapping.entries()) {
      const std::size_t row = graph_.indexOf(*entry.row), column = graph_.indexOf(*entry.column);
      forEachTerm(graph_, row, entry.row_node, [&](std::size_t a_state, LocalIndex a, bool, const double*) {
        forEachTerm(graph_, column, entry.column_node, [&](std::size_t b_state, LocalIndex b, bool, const double*) {
          geometric_places_.push_back(blocks_.add(a_state, a, b_state, b));
        });
      });
    }
}

void MappedMatrix::assemble() {
  std::string changed;
  if (assembly_)
    if (const auto change = assembly_->assemble(parts_.contribute)) changed = change->contributor;
  if (graph_.comm().any(!changed.empty())) plan(changed.empty() ? "a contributor" : changed);
  multiply();
}

void MappedMatrix::multiply() {
  std::vector<double>& values = blocks_.values();
  std::fill(values.begin(), values.end(), 0.0);
  if (products_) products_->addTo(values);
  addGeometric();
  blocks_.sumAtOwners();
}

void MappedMatrix::addGeometric() {
  if (parts_.geometric == nullptr) return;
  const std::size_t* place = geometric_places_.data();
  for (const auto& of_mapping : parts_.geometric->stiffness())
    for (const auto& entry : of_mapping.entries()) {
      base::ensure(place < geometric_places_.data() + geometric_places_.size(),
                   "A mapping writes entries outside its initial pattern.");
      const std::size_t row = graph_.indexOf(*entry.row), column = graph_.indexOf(*entry.column);
      const int rows = blockSize(row), columns = blockSize(column);
      forEachTerm(graph_, row, entry.row_node, [&](std::size_t a, LocalIndex, bool a_uniform, const double* J_a) {
        forEachTerm(graph_, column, entry.column_node,
                    [&](std::size_t b, LocalIndex, bool b_uniform, const double* J_b) {
                      t_.assign(static_cast<std::size_t>(rows * blockSize(b)), 0.0);
                      addTimes(of_mapping.valuesOf(entry), rows, columns, J_b, b_uniform, blockSize(b), t_.data());
                      addTransposed(J_a, a_uniform, blockSize(a), rows, t_.data(), blockSize(b),
                                    blocks_.values().data() + *place++);
                    });
      });
    }
}

}  // namespace tenon::system
