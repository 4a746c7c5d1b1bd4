// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Xdmf.hpp"

#include <fmt/format.h>

#include "tenon/base/check.hpp"

namespace tenon::io {
namespace {

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

const char* numberType(XdmfNumber number) {
  return number == XdmfNumber::float64 ? "Float" : "Int";
}
int precision(XdmfNumber number) {
  return number == XdmfNumber::int32 ? 4 : 8;
}

const char* attributeType(XdmfField::Kind kind) {
  switch (kind) {
    case XdmfField::Kind::scalar:
      return "Scalar";
    case XdmfField::Kind::vector:
      return "Vector";
    case XdmfField::Kind::tensor:
      return "Tensor";
  }
  return "Scalar";
}

int numColumns(XdmfField::Kind kind) {
  switch (kind) {
    case XdmfField::Kind::scalar:
      return 1;
    case XdmfField::Kind::vector:
      return 3;
    case XdmfField::Kind::tensor:
      return 9;
  }
  return 1;
}

/// Writer of an XML tree from the root to the leaves, two spaces per level.
class XdmfWriter {
 public:
  XdmfWriter(const std::string& h5_name, std::size_t level) : h5_name_(escaped(h5_name)), level_(level) {}

  void open(const std::string& tag_and_attributes) {
    line("<" + tag_and_attributes + ">");
    ++level_;
  }
  void close(const char* tag) {
    --level_;
    line(fmt::format("</{}>", tag));
  }
  void line(const std::string& text) { text_ += std::string(2 * level_, ' ') + text + "\n"; }

  void dataset(const std::string& path, XdmfNumber number, std::int64_t rows, int columns) {
    base::ensure(!path.empty() && path.front() == '/', "The path '" + path + "' of a dataset must start with '/'.");
    const std::string shape = columns == 1 ? fmt::format("{}", rows) : fmt::format("{} {}", rows, columns);
    line(fmt::format(R"(<DataItem Format="HDF" NumberType="{}" Precision="{}" Dimensions="{}">{}:{}</DataItem>)",
                     numberType(number), precision(number), shape, h5_name_, escaped(path)));
  }

  void grid(const XdmfGrid& grid, const std::string& time) {
    open(fmt::format(R"(Grid Name="{}" GridType="Uniform")", escaped(grid.name)));
    if (!time.empty()) line(time);
    const bool any_length = grid.topology == "Polyline" || grid.topology == "Polyvertex";
    open(fmt::format(R"(Topology TopologyType="{}" NumberOfElements="{}"{})", escaped(grid.topology), grid.num_cells,
                     any_length ? fmt::format(R"( NodesPerElement="{}")", grid.nodes_per_cell) : ""));
    dataset(grid.cells_path, grid.cells_number, grid.num_cells, grid.nodes_per_cell);
    close("Topology");
    open(R"(Geometry GeometryType="XYZ")");
    dataset(grid.points_path, XdmfNumber::float64, grid.num_points, 3);
    close("Geometry");
    for (const XdmfField& each : grid.fields) field(each, grid);
    close("Grid");
  }

  void step(const XdmfStep& step, std::size_t number) {
    std::vector<const XdmfGrid*> grids;
    for (const XdmfGrid& each : step.grids)
      if (each.num_cells > 0) grids.push_back(&each);
    const std::string time = fmt::format(R"(<Time Value="{}"/>)", step.time);
    if (grids.size() == 1) {
      grid(*grids.front(), time);
      return;
    }
    open(fmt::format(R"(Grid Name="step {}" GridType="Collection" CollectionType="Spatial")", number));
    line(time);
    for (const XdmfGrid* each : grids) grid(*each, "");
    close("Grid");
  }

  const std::string& text() const { return text_; }

 private:
  void field(const XdmfField& field, const XdmfGrid& grid) {
    const bool at_nodes = field.center == XdmfField::Center::node;
    open(fmt::format(R"(Attribute Name="{}" AttributeType="{}" Center="{}")", escaped(field.name),
                     attributeType(field.kind), at_nodes ? "Node" : "Cell"));
    dataset(field.path, field.number, at_nodes ? grid.num_points : grid.num_cells, numColumns(field.kind));
    close("Attribute");
  }

  std::string h5_name_;
  std::string text_;
  std::size_t level_;
};

constexpr std::size_t nesting = 3;  // nesting level of the steps
constexpr const char* start_of_series = R"(<?xml version="1.0" encoding="UTF-8"?>
<Xdmf Version="3.0">
  <Domain>
    <Grid Name="steps" GridType="Collection" CollectionType="Temporal">
)";
constexpr const char* end_of_series = R"(    </Grid>
  </Domain>
</Xdmf>
)";

}  // namespace

void XdmfSeries::append(const XdmfStep& step) {
  XdmfWriter writer(h5_name_, nesting);
  writer.step(step, ends_.size());
  steps_ += writer.text();
  ends_.push_back(steps_.size());
}

std::string XdmfSeries::text(std::size_t num_steps) const {
  const std::size_t size = num_steps == 0 ? 0 : ends_[num_steps - 1];
  return start_of_series + steps_.substr(0, size) + end_of_series;
}

std::string xdmfText(const std::string& h5_name, const std::vector<XdmfStep>& steps) {
  XdmfSeries series(h5_name);
  for (const XdmfStep& step : steps) series.append(step);
  return series.text(steps.size());
}

}  // namespace tenon::io
