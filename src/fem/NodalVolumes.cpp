// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "NodalVolumes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "tenon/base/Error.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/fem/cells.hpp"

namespace tenon::fem {
namespace {

using base::GlobalIndex;

/// Volume of a simplex and its derivatives with respect to the positions of its corners.
template <int dim>
struct Simplex {
  using Vector = Eigen::Matrix<double, dim, 1>;
  double volume;
  Vector slopes[dim + 1];

  /// Computes the volume and its derivatives.
  /// @param edges  vectors from the first corner to the others
  explicit Simplex(const Vector (&edges)[dim]) {
    if constexpr (dim == 3) {
      for (int i = 0; i < 3; ++i) slopes[i + 1] = edges[(i + 1) % 3].cross(edges[(i + 2) % 3]) / 6.0;
    } else {
      slopes[1] = 0.5 * Vector(edges[1][1], -edges[1][0]);
      slopes[2] = 0.5 * Vector(-edges[0][1], edges[0][0]);
    }
    volume = slopes[1].dot(edges[0]);
    slopes[0].setZero();
    for (int i = 1; i <= dim; ++i) slopes[0] -= slopes[i];
  }
};

template <int dim>
void edgesOf(const LocalIndex* corners, const double* nodal, Eigen::Matrix<double, dim, 1> (&edges)[dim]) {
  using Place = Eigen::Map<const Eigen::Matrix<double, dim, 1>>;
  const auto at = [&](int corner) { return Place(nodal + std::ptrdiff_t(corners[corner]) * dim); };
  for (int i = 0; i < dim; ++i) edges[i] = at(i + 1) - at(0);
}

/// Cell of another rank.
struct RemoteCell {
  std::int64_t position;  ///< position in the mesh file
  std::array<GlobalIndex, 4> corners;
};

void requireSimplices(const Region& region, const std::string& name) {
  for (const RegionPart& part : region.parts())
    if (part.numCells() > 0 && part.type() != CellType::tet4 && part.type() != CellType::tri3)
      throw base::InputError(
          fmt::format("{}: nodal dilatation requires first-order tetrahedra or triangles, but some cells are of type "
                      "{}. Use `formulation: mean-dilatation` for cells of this type.",
                      name, mesh::info(part.type()).name));
}

/// Returns the part that contains cells; null if this rank has no cells.
const RegionPart* simplicesOf(const Region& region) {
  for (const RegionPart& part : region.parts())
    if (part.numCells() > 0) return &part;
  return nullptr;
}

/// Returns for each rank the cells of the region around the nodes that the rank has requested.
std::vector<std::vector<RemoteCell>> cellsAround(const std::vector<std::vector<GlobalIndex>>& asked,
                                                 const RegionPart* part, const la::Layout& layout) {
  std::vector<std::vector<RemoteCell>> answers(asked.size());
  for (std::size_t rank = 0; rank < asked.size(); ++rank) {
    if (asked[rank].empty() || part == nullptr) continue;
    std::vector<char> is_asked(static_cast<std::size_t>(layout.numLocal()), 0);
    for (const GlobalIndex node : asked[rank]) is_asked[static_cast<std::size_t>(layout.local(node))] = 1;
    const int n = part->table().nodes_per_element;
    for (LocalIndex cell = 0; cell < part->numCells(); ++cell) {
      const LocalIndex* const corners = part->nodesOf(cell);
      if (std::none_of(corners, corners + n, [&](auto node) { return is_asked[static_cast<std::size_t>(node)] != 0; }))
        continue;
      RemoteCell& far = answers[rank].emplace_back();
      far.position = part->cells().positions[static_cast<std::size_t>(part->cell(cell))];
      for (int i = 0; i < n; ++i) far.corners[static_cast<std::size_t>(i)] = layout.global(corners[i]);
    }
  }
  return answers;
}

/// Returns the cells around the ghost nodes of a region's cells that are not cells of the region on
/// this rank, sorted by position.
/// @note Collective.
std::vector<RemoteCell> cellsAroundGhosts(const RegionPart* part, const la::Layout& layout) {
  std::set<LocalIndex> ghosts;
  std::set<std::int64_t> known;
  for (LocalIndex cell = 0; part != nullptr && cell < part->numCells(); ++cell) {
    known.insert(part->cells().positions[static_cast<std::size_t>(part->cell(cell))]);
    for (int i = 0; i < part->table().nodes_per_element; ++i)
      if (!layout.isOwned(part->nodesOf(cell)[i])) ghosts.insert(part->nodesOf(cell)[i]);
  }
  std::vector<std::vector<GlobalIndex>> wanted(static_cast<std::size_t>(layout.comm().size()));
  for (const LocalIndex ghost : ghosts)
    wanted[static_cast<std::size_t>(layout.ownerOf(layout.global(ghost)))].push_back(layout.global(ghost));
  std::vector<RemoteCell> far;
  for (const auto& of_rank : layout.comm().exchange(cellsAround(layout.comm().exchange(wanted), part, layout)))
    for (const RemoteCell& cell : of_rank)
      if (known.insert(cell.position).second) far.push_back(cell);
  std::sort(far.begin(), far.end(), [](const RemoteCell& a, const RemoteCell& b) { return a.position < b.position; });
  return far;
}

}  // namespace

NodalVolumes::NodalVolumes(const Domain& domain, const Region& region, const std::string& context)
    : state_(domain.state), num_corners_(static_cast<std::size_t>(region.dimension()) + 1) {
  base::runCollectively(domain.mesh.comm(), [&] { requireSimplices(region, context); });
  findCells(domain, region);
  findNeighbours();
}

void NodalVolumes::findCells(const Domain& domain, const Region& region) {
  const RegionPart* const part = simplicesOf(region);
  const std::vector<RemoteCell> far = cellsAroundGhosts(part, domain.state.layout());
  std::vector<GlobalIndex> further;
  for (const RemoteCell& cell : far)
    further.insert(further.end(), cell.corners.begin(), cell.corners.begin() + num_corners_);
  domain.state.addGhosts(further);

  const la::Layout& layout = domain.state.layout();
  row_of_node_.assign(static_cast<std::size_t>(layout.numLocal()), no_row);
  if (part != nullptr) {
    num_region_cells_ = static_cast<std::size_t>(part->numCells());
    cells_.assign(part->table().nodes, part->table().nodes + num_region_cells_ * num_corners_);
  }
  for (const LocalIndex node : cells_) row_of_node_[static_cast<std::size_t>(node)] = 0;
  for (std::size_t node = 0; node < row_of_node_.size(); ++node) {
    if (row_of_node_[node] == no_row) continue;
    row_of_node_[node] = static_cast<LocalIndex>(nodes_.size());
    nodes_.push_back(static_cast<LocalIndex>(node));
  }
  for (const GlobalIndex node : further) cells_.push_back(layout.local(node));
}

void NodalVolumes::findNeighbours() {
  const auto rowOf = [&](LocalIndex node) { return row_of_node_[static_cast<std::size_t>(node)]; };
  std::vector<std::vector<LocalIndex>> around(nodes_.size());
  const auto forEachPair = [&](auto&& work) {
    for (std::size_t cell = 0; cell < numCells(); ++cell) {
      const LocalIndex* const corners = &cells_[cell * num_corners_];
      for (std::size_t a = 0; a < num_corners_; ++a)
        for (std::size_t b = 0; b < num_corners_; ++b) work(rowOf(corners[a]), corners[b]);
    }
  };
  forEachPair([&](LocalIndex row, LocalIndex node) {
    if (row != no_row) around[static_cast<std::size_t>(row)].push_back(node);
  });
  starts_.push_back(0);
  for (auto& of_row : around) {
    std::sort(of_row.begin(), of_row.end());
    of_row.erase(std::unique(of_row.begin(), of_row.end()), of_row.end());
    columns_.insert(columns_.end(), of_row.begin(), of_row.end());
    starts_.push_back(columns_.size());
  }
  places_.reserve(numCells() * num_corners_ * num_corners_);
  forEachPair([&](LocalIndex row, LocalIndex node) {
    if (row == no_row) return places_.push_back(no_row);
    const auto of_row = neighboursOf(row);
    const auto at = std::lower_bound(of_row.begin(), of_row.end(), node) - of_row.begin();
    places_.push_back(static_cast<LocalIndex>(starts_[static_cast<std::size_t>(row)]) + static_cast<LocalIndex>(at));
  });
}

void NodalVolumes::update(bool is_at_small_strain) {
  if (num_corners_ == 4)
    updateCells<3>(is_at_small_strain);
  else
    updateCells<2>(is_at_small_strain);
}

template <int dim>
void NodalVolumes::updateCells(bool is_at_small_strain) {
  using Vector = Eigen::Matrix<double, dim, 1>;
  constexpr std::size_t n = dim + 1;
  std::vector<double> now(nodes_.size(), 0.0);
  volumes_.assign(nodes_.size(), 0.0);
  slopes_.assign(columns_.size() * dim, 0.0);
  for (std::size_t cell = 0; cell < numCells(); ++cell) {
    const LocalIndex* const corners = &cells_[cell * n];
    Vector edges[dim], changes[dim];
    edgesOf<dim>(corners, state_.reference().data(), edges);
    edgesOf<dim>(corners, state_.displacement().data(), changes);
    const Simplex<dim> rest(edges);
    for (int i = 0; i < dim; ++i) edges[i] += changes[i];
    const Simplex<dim> moved = is_at_small_strain ? rest : Simplex<dim>(edges);
    double volume = moved.volume;
    if (is_at_small_strain) {
      volume = 0;
      for (int i = 0; i < dim; ++i) volume += rest.slopes[i + 1].dot(changes[i]);
    }
    const double share = (rest.volume < 0 ? -1.0 : 1.0) / double(n);
    for (std::size_t a = 0; a < n; ++a) {
      const LocalIndex row = row_of_node_[static_cast<std::size_t>(corners[a])];
      if (row == no_row) continue;
      volumes_[static_cast<std::size_t>(row)] += share * rest.volume;
      now[static_cast<std::size_t>(row)] += share * volume;
      for (std::size_t b = 0; b < n; ++b)
        Eigen::Map<Vector>(&slopes_[static_cast<std::size_t>(places_[(cell * n + a) * n + b]) * dim]) +=
            share * moved.slopes[b];
    }
  }
  dilatations_.resize(nodes_.size());
  for (std::size_t row = 0; row < nodes_.size(); ++row) dilatations_[row] = now[row] / volumes_[row];
}

std::vector<double> NodalVolumes::meansOfCells(const std::vector<double>& nodal) const {
  std::vector<double> means(num_region_cells_, 0.0);
  for (std::size_t i = 0; i < num_region_cells_ * num_corners_; ++i)
    means[i / num_corners_] += nodal[static_cast<std::size_t>(row_of_node_[static_cast<std::size_t>(cells_[i])])];
  for (double& mean : means) mean /= double(num_corners_);
  return means;
}

const double* NodalVolumes::slope(LocalIndex row, LocalIndex column) const {
  const auto of_row = neighboursOf(row);
  const auto at = std::lower_bound(of_row.begin(), of_row.end(), column);
  return &slopes_[static_cast<std::size_t>(&*at - columns_.data()) * (num_corners_ - 1)];
}

void NodalVolumes::addDyads(const std::vector<double>& weights, la::Derivative& matrix) const {
  if (num_corners_ == 4)
    addRows<3>(weights, matrix);
  else
    addRows<2>(weights, matrix);
}

// Computes one row after the other: the blocks of a row are summed first, so that each block is
// added to the matrix once.
template <int dim>
void NodalVolumes::addRows(const std::vector<double>& weights, la::Derivative& matrix) const {
  using Vector = Eigen::Map<const Eigen::Matrix<double, dim, 1>>;
  std::vector<Eigen::Matrix<double, dim, dim>> blocks;
  std::vector<LocalIndex> columns, place_of(row_of_node_.size(), no_row);
  for (std::size_t i = 0; i < nodes_.size() && state_.layout().isOwned(nodes_[i]); ++i) {
    columns.clear(), blocks.clear();
    for (const LocalIndex around : neighboursOf(static_cast<LocalIndex>(i))) {
      const LocalIndex row = row_of_node_[static_cast<std::size_t>(around)];
      const Eigen::Matrix<double, dim, 1> of_this =
          weights[static_cast<std::size_t>(row)] * Vector(slope(row, nodes_[i]));
      const double* by_column = &slopes_[starts_[static_cast<std::size_t>(row)] * dim];
      for (const LocalIndex column : neighboursOf(row)) {
        LocalIndex& place = place_of[static_cast<std::size_t>(column)];
        if (place == no_row) {
          place = static_cast<LocalIndex>(columns.size());
          columns.push_back(column);
          blocks.emplace_back().setZero();
        }
        blocks[static_cast<std::size_t>(place)] += of_this * Vector(by_column).transpose();
        by_column += dim;
      }
    }
    for (std::size_t k = 0; k < columns.size(); ++k) {
      matrix(nodes_[i], columns[k]) += blocks[k];
      place_of[static_cast<std::size_t>(columns[k])] = no_row;
    }
  }
}

std::vector<double> NodalVolumes::volumeChanges(gsl::span<const double> dx) const {
  const std::size_t dim = num_corners_ - 1;
  std::vector<double> result(nodes_.size(), 0.0);
  for (std::size_t row = 0; row < nodes_.size(); ++row)
    for (std::size_t k = starts_[row]; k < starts_[row + 1]; ++k)
      for (std::size_t c = 0; c < dim; ++c)
        result[row] += slopes_[k * dim + c] * dx[static_cast<std::size_t>(columns_[k]) * dim + c];
  return result;
}

void NodalVolumes::addDyadsTimes(const std::vector<double>& weights, gsl::span<const double> dx,
                                 gsl::span<double> df) const {
  const std::size_t dim = num_corners_ - 1;
  const std::vector<double> of_nodes = volumeChanges(dx);
  for (std::size_t row = 0; row < nodes_.size(); ++row)
    for (std::size_t k = starts_[row]; k < starts_[row + 1]; ++k)
      for (std::size_t c = 0; c < dim; ++c)
        df[static_cast<std::size_t>(columns_[k]) * dim + c] += weights[row] * of_nodes[row] * slopes_[k * dim + c];
}

}  // namespace tenon::fem
