// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SurfaceParts.hpp"
#include "SurfaceText.hpp"
#include "triangulate.hpp"

// Wavefront OBJ: vertices, polygons and names are read; everything else, in particular material
// files, is ignored.
// http://paulbourke.net/dataformats/obj
namespace tenon::mesh {
namespace {

/// Reader of the lines of a file.
class ObjReader {
 public:
  ObjReader(const std::string& contents, const std::string& path) : text_(contents, path) {}

  SurfaceParts read() {
    while (!text_.isAtEnd()) {
      std::string_view line = text_.line();
      if (!line.empty() && line.back() == '\\') line = continued(line);
      const std::vector<std::string_view> words = wordsOf(line);
      if (words.empty()) continue;
      has_elements_ = has_elements_ || words[0] == "f" || words[0] == "fo" || words[0] == "l" || words[0] == "p";
      if (words[0] == "v") readVertex(words);
      if (words[0] == "f" || words[0] == "fo") readFace(words);
      if (words[0] == "g" || words[0] == "o") readName(line.substr(1), words);
    }
    if (!has_elements_) text_.fail("the file ends without a face, a line or a point");
    return std::move(parts_);
  }

 private:
  /// Joins a line and its continuation lines.
  std::string_view continued(std::string_view line) {
    joined_.clear();
    for (; !line.empty() && line.back() == '\\'; line = text_.line()) {
      line.remove_suffix(1);
      joined_.append(line).push_back(' ');
    }
    return joined_.append(line);
  }

  static std::vector<std::string_view> wordsOf(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < line.size();) {
      while (at < line.size() && SurfaceText::isBlank(line[at])) ++at;
      const std::size_t first = at;
      while (at < line.size() && !SurfaceText::isBlank(line[at])) ++at;
      if (at > first) words.push_back(line.substr(first, at - first));
      if (words.size() == 1 && words[0][0] != 'v' && words[0][0] != 'f' && words[0][0] != 'g' && words[0][0] != 'o')
        break;
      if (words.size() == 1 && words[0].size() > 1 && words[0] != "fo")
        break;  // the keywords vt, vn and vp are ignored
    }
    return words;
  }

  void readVertex(const std::vector<std::string_view>& words) {
    if (words.size() < 4) text_.fail("a vertex has fewer than three coordinates");
    parts_.addVertex({text_.coordinate(words[1]), text_.coordinate(words[2]), text_.coordinate(words[3])});
  }

  /// Reads a face. Vertices are numbered from 1, or backwards from the last one, which has the
  /// number -1. Textures and normals follow a slash and are ignored.
  void readFace(const std::vector<std::string_view>& words) {
    std::vector<std::int32_t> corners;
    const auto count = static_cast<std::int64_t>(parts_.numVertices());
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::string_view digits = words[i].substr(0, words[i].find('/'));
      std::int64_t number = 0;
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
      if (error != std::errc{} || end != digits.data() + digits.size())
        text_.fail(fmt::format("'{}' was found where a vertex number is expected", SurfaceText::shown(words[i])));
      const std::int64_t place = number > 0 ? number - 1 : number + count;
      if (number == 0 || number > count || number < -count)
        text_.fail(fmt::format("a face refers to vertex {}, but the number of vertices is {}", number, count));
      corners.push_back(static_cast<std::int32_t>(place));
    }
    if (corners.size() < 3)
      text_.fail(fmt::format("the number of vertices of a face is {}, but must be at least 3", corners.size()));
    if (!parts_.addPolygon(corners))
      text_.fail(fmt::format(
          "a face that is not convex has {} vertices, more than the {} that can be triangulated; write triangles",
          corners.size(), most_vertices_of_concave_polygon));
  }

  /// Reads names: `o` has one name, which may contain blanks; `g` a name for each group of the
  /// subsequent faces.
  void readName(std::string_view rest, const std::vector<std::string_view>& words) {
    std::vector<std::string> names;
    if (words[0] == "g")
      for (std::size_t i = 1; i < words.size(); ++i) names.push_back(base::printable(std::string(words[i])));
    while (!rest.empty() && SurfaceText::isBlank(rest.front())) rest.remove_prefix(1);
    if (words[0] == "o") names.push_back(base::printable(std::string(rest)));
    parts_.setParts(names);
  }

  SurfaceText text_;
  std::string joined_;
  SurfaceParts parts_;
  bool has_elements_ = false;
};

}  // namespace

SurfaceParts readObj(const std::string& contents, const std::string& path) {
  return ObjReader(contents, path).read();
}

}  // namespace tenon::mesh
