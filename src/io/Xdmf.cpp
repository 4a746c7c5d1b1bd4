#include "tenon/io/Xdmf.hpp"

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

/// Writes the tree from the root to the leaves, two spaces per level.
class Writer {
 public:
  explicit Writer(std::string h5_name) : h5_name_(escaped(h5_name)) {}

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
    base::ensure(!path.empty() && path.front() == '/', "The path of a dataset starts with '/': " + path);
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
  std::string text_ = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  std::size_t level_ = 0;
};

}  // namespace

std::string xdmfText(const std::string& h5_name, const std::vector<XdmfStep>& steps) {
  Writer writer(h5_name);
  writer.open(R"(Xdmf Version="3.0")");
  writer.open("Domain");
  writer.open(R"(Grid Name="steps" GridType="Collection" CollectionType="Temporal")");
  for (std::size_t k = 0; k < steps.size(); ++k) writer.step(steps[k], k);
  writer.close("Grid");
  writer.close("Domain");
  writer.close("Xdmf");
  return writer.text();
}

}  // namespace tenon::io
