// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "TupleSelection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "tenon/base/runCollectively.hpp"

namespace tenon::python {
namespace {

/// Calls work(std::integral_constant<int, block>()), so that loops over components are unrolled.
template <class Work>
void withBlock(std::size_t block, Work&& work) {
  if (block == 1)
    work(std::integral_constant<int, 1>());
  else if (block == 2)
    work(std::integral_constant<int, 2>());
  else
    work(std::integral_constant<int, 3>());
}

gsl::span<const double> valuesOf(const la::State& state, Quantity quantity) {
  switch (quantity) {
    case Quantity::velocity:
      return state.velocity();
    case Quantity::reference:
      return state.reference();
    default:
      return state.displacement();
  }
}

}  // namespace

TupleSelection::TupleSelection(std::vector<const fem::Domain*> objects, std::shared_ptr<const fem::NodeTuples> tuples)
    : objects_(std::move(objects)), tuples_(std::move(tuples)) {
  for (LocalIndex i = 0; i < tuples_->size(); ++i) {
    nodes_.insert(nodes_.end(), (*tuples_)[i], (*tuples_)[i] + numPlaces());
    is_owned_.push_back(tuples_->isOwned(i) ? 1 : 0);
  }
  complete();
}

TupleSelection::TupleSelection(const fem::Domain& object, std::shared_ptr<const fem::Region> region, std::size_t part)
    : region_(std::move(region)) {
  const fem::RegionPart& cells = region_->parts()[part];
  const auto& info = mesh::info(cells.type());
  objects_.assign(static_cast<std::size_t>(info.num_nodes), &object);
  cell_type_ = info.name;
  nodes_.reserve(static_cast<std::size_t>(cells.numCells()) * numPlaces());
  for (LocalIndex i = 0; i < cells.numCells(); ++i) {
    nodes_.insert(nodes_.end(), cells.nodesOf(i), cells.nodesOf(i) + numPlaces());
    is_owned_.push_back(i < cells.numOwned() ? 1 : 0);
  }
  complete();
}

TupleSelection::TupleSelection(std::vector<const fem::Domain*> objects, std::vector<LocalIndex> nodes)
    : objects_(std::move(objects)), nodes_(std::move(nodes)) {
  is_owned_.assign(nodes_.size() / numPlaces(), 1);
  complete();
}

void TupleSelection::complete() {
  requireSameBlock();
  for (std::size_t i = 0; i < is_owned_.size(); ++i)
    if (is_owned_[i] != 0) owned_.push_back(static_cast<LocalIndex>(i));
  num_global_ = comm().sum(static_cast<long>(owned_.size()));
  if (!isOneObject()) {
    nodes_at_.resize(numPlaces());
    for (std::size_t i = 0; i < nodes_.size(); ++i) nodes_at_[i % numPlaces()].push_back(nodes_[i]);
  }
  std::vector<std::vector<long long>> tags(numPlaces());
  for (std::size_t p = 0; p < numPlaces(); ++p) {
    const fem::Domain& object = *objects_[p];
    if (p > 0 && &object == objects_[p - 1]) {
      tags[p] = tags[p - 1];
      continue;
    }
    tags[p].assign(static_cast<std::size_t>(object.state.layout().numLocal()), 0);
    std::copy_n(object.mesh.nodeTags().begin(), object.state.layout().numOwned(), tags[p].begin());
    object.state.halo().updateGhosts(gsl::span<long long>(tags[p]), 1);
  }
  numbers_.reserve(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    numbers_.push_back(tags[i % numPlaces()][static_cast<std::size_t>(nodes_[i])]);
  spacing_ = meanSpacing();
}

void TupleSelection::requireSameBlock() {
  base::runCollectively(comm(), [&] {
    for (const fem::Domain* object : objects_) {
      if (object->state.kind() == la::NodeKind::frames)
        throw base::InputError(
            fmt::format("The object '{}' consists of rigid bodies, whose nodes have rotational degrees of freedom: "
                        "tuples and cells of nodes require objects with a mesh. Derive from tenon.ForceField to exert "
                        "forces and moments on rigid bodies.",
                        object->object));
      if (object->state.block() != objects_.front()->state.block())
        throw base::InputError(fmt::format(
            "The nodes of '{}' have {} components, but those of '{}' have {}: all nodes of a tuple must have the same "
            "number of components.",
            objects_.front()->object, objects_.front()->state.block(), object->object, object->state.block()));
    }
  });
  block_ = static_cast<std::size_t>(objects_.front()->state.block());
}

// Returns the diagonal of the bounding box of all objects, divided by the number of nodes along an
// edge of a cube with equally many nodes.
double TupleSelection::meanSpacing() const {
  if (objects_.front()->state.kind() == la::NodeKind::scalars) return 1.0;
  std::vector<double> low(block_, std::numeric_limits<double>::infinity()), high(block_, -low[0]);
  double nodes = 0.0;
  for (const la::State* state : states()) {
    nodes += static_cast<double>(state->layout().numGlobal());
    const auto owned = static_cast<std::size_t>(state->layout().numOwned()) * block_;
    for (std::size_t i = 0; i < owned; ++i) {
      low[i % block_] = std::min(low[i % block_], state->reference()[i]);
      high[i % block_] = std::max(high[i % block_], state->reference()[i]);
    }
  }
  double square = 0.0;
  for (std::size_t c = 0; c < block_; ++c) square += std::pow(comm().max(high[c]) - comm().min(low[c]), 2);
  const double spacing = std::sqrt(square) / std::max(1.0, std::pow(nodes, 1.0 / static_cast<double>(block_)) - 1.0);
  return std::isfinite(spacing) && spacing > 0.0 ? spacing : 1.0;
}

bool TupleSelection::isOneObject() const {
  return std::all_of(objects_.begin(), objects_.end(),
                     [&](const auto* object) { return &object->state == &objects_.front()->state; });
}

std::vector<la::State*> TupleSelection::states() const {
  std::vector<la::State*> all;
  for (const fem::Domain* object : objects_)
    if (std::find(all.begin(), all.end(), &object->state) == all.end()) all.push_back(&object->state);
  return all;
}

void TupleSelection::gather(Quantity quantity, double* values) const {
  const std::size_t places = numPlaces(), count = size();
  withBlock(block_, [&](auto components) {
    constexpr int block = decltype(components)::value;
    for (std::size_t p = 0; p < places; ++p) {
      const la::State& state = objects_[p]->state;
      const double* const from = valuesOf(state, quantity).data();
      const double* const reference = state.reference().data();
      const bool adds_reference = quantity == Quantity::position;
      for (std::size_t i = 0; i < count; ++i) {
        const auto first = static_cast<std::ptrdiff_t>(nodes_[i * places + p]) * block;
        double* const to = values + (i * places + p) * block;
        if (adds_reference)
          for (int c = 0; c < block; ++c) to[c] = reference[first + c] + from[first + c];
        else
          for (int c = 0; c < block; ++c) to[c] = from[first + c];
      }
    }
  });
}

void TupleSelection::scatter(const double* values, la::ForceVector& f) const {
  const std::size_t places = numPlaces(), count = size();
  withBlock(block_, [&](auto components) {
    constexpr int block = decltype(components)::value;
    for (std::size_t p = 0; p < places; ++p) {
      double* const force = f.on(objects_[p]->state).data();
      for (std::size_t i = 0; i < count; ++i) {
        const double* const from = values + (i * places + p) * block;
        double* const to = force + static_cast<std::ptrdiff_t>(nodes_[i * places + p]) * block;
        for (int c = 0; c < block; ++c) to[c] += from[c];
      }
    }
  });
}

void TupleSelection::scatterOpposite(const double* values, la::ForceVector& f) const {
  withBlock(block_, [&](auto components) {
    constexpr int block = decltype(components)::value;
    double* const on_first = f.on(objects_[0]->state).data();
    double* const on_second = f.on(objects_[1]->state).data();
    for (std::size_t i = 0; i < size(); ++i) {
      double* const first = on_first + static_cast<std::ptrdiff_t>(nodes_[2 * i]) * block;
      double* const second = on_second + static_cast<std::ptrdiff_t>(nodes_[2 * i + 1]) * block;
      for (int c = 0; c < block; ++c) first[c] += values[i * block + c], second[c] -= values[i * block + c];
    }
  });
}

void TupleSelection::addBlocks(const std::function<Blocks()>& blocks, BlockLayout layout, bool symmetric,
                               const DerivativeOf& derivative) const {
  const std::size_t n = numPlaces();
  const auto count = static_cast<LocalIndex>(size());
  const auto d = static_cast<int>(block_);
  const std::size_t entries = block_ * block_;
  Blocks all;
  // Copies one block of consecutive tuples to the lanes of a batch.
  const auto toLanes = [&](LocalIndex first, int lanes, std::size_t p, std::size_t q, la::Lane* matrix) {
    if (all.values == nullptr) all = blocks();
    const double sign = layout == BlockLayout::pairwise && p == q ? -1.0 : 1.0;
    const std::size_t at = layout == BlockLayout::pairwise ? 0 : (p * n + q) * entries;
    for (int lane = 0; lane < lanes; ++lane) {
      const double* const from = all.values + static_cast<std::size_t>(first + lane) * all.stride + at;
      for (std::size_t e = 0; e < entries; ++e) matrix[e][lane] = sign * from[e];
    }
  };
  if (isOneObject()) {
    const la::State& state = objects_.front()->state;
    const la::ElementTable table{nodes_.data(), static_cast<int>(n), count};
    derivative(state, state)
        .addElements(table, d, symmetric ? la::ElementSymmetry::symmetric : la::ElementSymmetry::general,
                     [&](LocalIndex first, int lanes, la::Lane* matrix) {
                       for (std::size_t p = 0; p < n; ++p)
                         for (std::size_t q = symmetric ? p : 0; q < n; ++q)
                           toLanes(first, lanes, p, q, matrix + (p * n + q) * entries);
                     });
    return;
  }
  for (std::size_t p = 0; p < n; ++p)
    for (std::size_t q = 0; q < n; ++q)
      derivative(objects_[p]->state, objects_[q]->state)
          .addElements({nodes_at_[p].data(), 1, count}, {nodes_at_[q].data(), 1, count}, {d, d},
                       [&](LocalIndex first, int lanes, la::Lane* matrix) { toLanes(first, lanes, p, q, matrix); });
}

std::vector<double> TupleSelection::valuesFromOwners(gsl::span<const double> owned, int per_tuple) const {
  base::ensure(tuples_ != nullptr, "Values of tuples are exchanged only for tuples of nodes.");
  return tuples_->valuesFromOwners(owned, per_tuple);
}

}  // namespace tenon::python
