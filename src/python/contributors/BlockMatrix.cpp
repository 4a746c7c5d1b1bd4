// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "BlockMatrix.hpp"

#include <fmt/format.h>

namespace py = pybind11;

namespace tenon::python {
namespace {

template <int rows, int columns>
using Block = Eigen::Map<const Eigen::Matrix<double, rows, columns, columns == 1 ? Eigen::ColMajor : Eigen::RowMajor>>;

using DynamicBlock = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

}  // namespace

std::vector<base::LocalIndex> BlockMatrix::checkedNodes(const ObjectView& object, const Nodes& nodes) const {
  if (nodes.ndim() != 1)
    throw base::InputError(method_.name + " adds blocks for an array of nodes that does not have exactly one axis.");
  const base::LocalIndex num_local = object.state().layout().numLocal();
  std::vector<base::LocalIndex> checked;
  checked.reserve(static_cast<std::size_t>(nodes.size()));
  for (py::ssize_t k = 0; k < nodes.size(); ++k) {
    const long long node = nodes.data()[k];
    if (node < 0 || node >= num_local)
      throw base::InputError(fmt::format("{} adds a block for local node {} of '{}', but rank {} stores nodes 0 to {}.",
                                         method_.name, node, object.domain().object, method_.comm.rank(),
                                         num_local - 1));
    checked.push_back(static_cast<base::LocalIndex>(node));
  }
  return checked;
}

void BlockMatrix::add(const ObjectView& row, const ObjectView& column, const Nodes& i, const Nodes& j,
                      const py::object& blocks) {
  Batch batch{&row.state(), &column.state(), checkedNodes(row, i), checkedNodes(column, j), {}, 0};
  if (batch.i.size() != batch.j.size())
    throw base::InputError(fmt::format("{} adds blocks for {} rows, but for {} columns: these numbers must be equal.",
                                       method_.name, batch.i.size(), batch.j.size()));
  const auto m = static_cast<py::ssize_t>(batch.i.size());
  const py::ssize_t rows = batch.row->block(), columns = batch.column->block();
  batch.blocks = checkedResult(blocks, {{m, rows, columns}, {rows, columns}}, {method_.comm, method_.name + ": blocks"},
                               "[nodes, components, components]");
  batch.stride = batch.blocks.ndim() == 2 ? 0 : static_cast<std::size_t>(rows * columns);
  // The array of blocks may be modified after this call.
  if (batch.blocks.ref_count() > 1) batch.blocks = Array(py::module_::import("numpy").attr("array")(batch.blocks));
  batches_.push_back(std::move(batch));
}

void BlockMatrix::addBatch(const Batch& batch, la::Derivative derivative) {
  const int rows = batch.row->block(), columns = batch.column->block();
  const double* const values = batch.blocks.data();
  const auto addAll = [&](auto&& blockAt) {
    for (std::size_t k = 0; k < batch.i.size(); ++k)
      derivative(batch.i[k], batch.j[k]) += blockAt(values + k * batch.stride);
  };
  if (rows == 3 && columns == 3)
    addAll([](const double* from) { return Block<3, 3>(from); });
  else if (rows == 2 && columns == 2)
    addAll([](const double* from) { return Block<2, 2>(from); });
  else if (rows == 6 && columns == 6)
    addAll([](const double* from) { return Block<6, 6>(from); });
  else
    addAll([&](const double* from) { return DynamicBlock(from, rows, columns); });
}

}  // namespace tenon::python
