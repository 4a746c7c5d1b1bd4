// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstring>

#include "SurfaceParts.hpp"
#include "SurfaceText.hpp"
#include "triangulate.hpp"

// PLY: elements with the properties declared in the header; vertices, faces and triangle strips are
// read.
// http://paulbourke.net/dataformats/ply
namespace tenon::mesh {
namespace {

enum class PlyKind { whole, natural, real };
struct PlyType {
  PlyKind kind;
  std::size_t size;
};

const std::map<std::string_view, PlyType> ply_types{
    {"char", {PlyKind::whole, 1}},     {"int8", {PlyKind::whole, 1}},     {"uchar", {PlyKind::natural, 1}},
    {"uint8", {PlyKind::natural, 1}},  {"short", {PlyKind::whole, 2}},    {"int16", {PlyKind::whole, 2}},
    {"ushort", {PlyKind::natural, 2}}, {"uint16", {PlyKind::natural, 2}}, {"int", {PlyKind::whole, 4}},
    {"int32", {PlyKind::whole, 4}},    {"uint", {PlyKind::natural, 4}},   {"uint32", {PlyKind::natural, 4}},
    {"float", {PlyKind::real, 4}},     {"float32", {PlyKind::real, 4}},   {"double", {PlyKind::real, 8}},
    {"float64", {PlyKind::real, 8}}};

class PlyReader {
 public:
  PlyReader(const std::string& contents, const std::string& path) : text_(contents, path) {}

  SurfaceParts read() {
    if (text_.line() != "ply") text_.fail("the file does not begin with 'ply'");
    readHeader();
    for (const Element& element : elements_) {
      if (element.properties.empty()) continue;  // no data follow, regardless of the count
      for (std::int64_t i = 0; i < element.count; ++i) readElement(element);
    }
    return std::move(parts_);
  }

 private:
  struct Property {
    std::string name;
    PlyType type;
    bool is_list;
    PlyType count;
  };
  struct Element {
    std::string name;
    std::int64_t count;
    std::vector<Property> properties;
  };

  void readHeader() {
    for (;;) {
      if (text_.isAtEnd()) text_.fail("the header does not end with 'end_header'");
      SurfaceText words(text_.line(), "");
      const std::string_view first = words.word();
      if (first == "format") format_ = words.word();
      if (first == "element") readElementHead(words);
      if (first == "property") readProperty(words);
      if (first == "end_header") break;
    }
    if (format_ != "ascii" && format_ != "binary_little_endian" && format_ != "binary_big_endian")
      text_.fail(fmt::format("the format is '{}', but must be ascii, binary_little_endian or binary_big_endian",
                             SurfaceText::shown(format_)));
    if (format_ != "ascii") text_.setBinary();
  }

  void readElementHead(SurfaceText& words) {
    Element element{std::string(words.word()), 0, {}};
    const std::string_view digits = words.word();
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), element.count);
    if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size() || element.count < 0)
      text_.fail("the header contains an invalid element");
    if (element.name == "vertex") num_vertices_ = element.count;
    elements_.push_back(std::move(element));
  }

  void readProperty(SurfaceText& words) {
    std::string_view type = words.word(), count;
    const bool is_list = type == "list";
    if (is_list) {
      count = words.word();
      type = words.word();
    }
    const auto of_values = ply_types.find(type), of_count = ply_types.find(count);
    if (elements_.empty() || of_values == ply_types.end() ||
        (is_list && (of_count == ply_types.end() || of_count->second.kind == PlyKind::real)))
      text_.fail("the header contains an invalid property");
    elements_.back().properties.push_back({std::string(words.word()), of_values->second, is_list,
                                           is_list ? of_count->second : PlyType{PlyKind::natural, 0}});
  }

  void readElement(const Element& element) {
    base::Vec3 x(0, 0, 0);
    for (const Property& property : element.properties) {
      if (property.is_list)
        readList(element, property);
      else if (const double value = valueOf(property.type); property.name.size() == 1 && property.name[0] >= 'x')
        if (property.name[0] <= 'z' && element.name == "vertex") x[property.name[0] - 'x'] = text_.checked(value);
    }
    if (element.name == "vertex") parts_.addVertex(x);
  }

  void readList(const Element& element, const Property& property) {
    const double count = valueOf(property.count);
    if (!(count >= 0) || count > static_cast<double>(text_.remaining()))
      text_.fail(
          fmt::format("a list property of a {} has the invalid length {}", SurfaceText::shown(element.name), count));
    const bool has_vertices = property.name == "vertex_indices" || property.name == "vertex_index";
    const bool is_face = has_vertices && element.name == "face", is_strip = has_vertices && element.name == "tristrips";
    corners_.clear();
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(count); ++i) {
      const double value = valueOf(property.type);
      if (is_face || is_strip) addCorner(value, is_strip);
    }
    if (is_face && corners_.size() >= 3 && !parts_.addPolygon(corners_))
      text_.fail(fmt::format(
          "a face that is not convex has {} vertices, more than the {} that can be triangulated; write triangles",
          corners_.size(), most_vertices_of_concave_polygon));
    if (is_strip) addStrip();
  }

  void addCorner(double value, bool is_strip) {
    if (is_strip && value == -1) return addStrip();  // a new strip begins
    if (!(value >= 0 && value < static_cast<double>(num_vertices_)) || value != std::floor(value))
      text_.fail(fmt::format("a face refers to vertex {}, but the number of vertices is {}", value, num_vertices_));
    if (value >= static_cast<double>(parts_.numVertices()))
      text_.fail("faces precede the vertices to which they refer");
    corners_.push_back(static_cast<std::int32_t>(value));
  }

  /// Adds a triangle strip: each vertex from the third on forms a triangle with its two
  /// predecessors, with alternating orientation.
  void addStrip() {
    for (std::size_t i = 2; i < corners_.size(); ++i) {
      const auto a = corners_[i - 2], b = corners_[i - 1], c = corners_[i];
      parts_.addPolygon(i % 2 == 0 ? std::vector<std::int32_t>{a, b, c} : std::vector<std::int32_t>{b, a, c});
    }
    corners_.clear();
  }

  double valueOf(const PlyType& type) { return format_ == "ascii" ? text_.number(text_.word()) : fromBytes(type); }

  double fromBytes(const PlyType& type) {
    const std::string_view bytes = text_.bytes(type.size);
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < type.size; ++i) {
      const std::size_t from = format_ == "binary_big_endian" ? type.size - 1 - i : i;
      bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[from])) << (8 * i);
    }
    if (type.kind == PlyKind::real) {
      double value = 0;
      float narrow = 0;
      const auto low = static_cast<std::uint32_t>(bits);
      type.size == 8 ? std::memcpy(&value, &bits, 8) : std::memcpy(&narrow, &low, 4);
      return type.size == 8 ? value : static_cast<double>(narrow);
    }
    const std::int64_t range = std::int64_t{1} << (8 * type.size);
    const auto value = static_cast<std::int64_t>(bits);
    return static_cast<double>(type.kind == PlyKind::whole && value >= range / 2 ? value - range : value);
  }

  SurfaceText text_;
  std::string format_;
  std::vector<Element> elements_;
  std::int64_t num_vertices_ = 0;
  std::vector<std::int32_t> corners_;
  SurfaceParts parts_;
};

}  // namespace

SurfaceParts readPly(const std::string& contents, const std::string& path) {
  return PlyReader(contents, path).read();
}

}  // namespace tenon::mesh
