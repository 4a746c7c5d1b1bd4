// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <cstring>

#include "SurfaceParts.hpp"
#include "SurfaceText.hpp"

// STL, as described by 3D Systems in 1989: triangles without shared nodes.
// http://paulbourke.net/dataformats/stl
namespace tenon::mesh {
namespace {

constexpr std::size_t header_size = 84, facet_size = 50;

std::string lowerCase(std::string_view word) {
  std::string lower(word.substr(0, 20));
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

/// Returns a value in the byte order of STL, little-endian, which is that of this machine.
template <class Number>
Number valueOf(std::string_view bytes) {
  Number value;
  std::memcpy(&value, bytes.data(), sizeof(Number));
  return value;
}

SurfaceParts readBinary(SurfaceText& text, std::size_t count) {
  SurfaceParts parts;
  text.setBinary();
  text.bytes(header_size);
  for (std::size_t facet = 0; facet < count; ++facet) {
    const std::string_view bytes = text.bytes(facet_size);
    std::vector<std::int32_t> corners;
    for (std::size_t corner = 0; corner < 3; ++corner) {
      base::Vec3 x;
      for (std::size_t k = 0; k < 3; ++k)  // the vertices follow the normal
        x[static_cast<int>(k)] = text.checked(valueOf<float>(bytes.substr(12 + 12 * corner + 4 * k, 4)));
      corners.push_back(parts.addVertex(x));
    }
    parts.addPolygon(corners);
  }
  return parts;
}

/// Reader of text files: solids of facets of loops of vertices.
class StlText {
 public:
  explicit StlText(SurfaceText& text) : text_(text) {}

  SurfaceParts read() {
    for (std::string_view word = text_.word(); !word.empty(); word = text_.word()) {
      const std::string keyword = lowerCase(word);
      if (keyword == "solid") {
        parts_.setParts({base::printable(std::string(text_.line()))});
        is_open_ = true;
      } else if (keyword == "endsolid") {
        text_.line();
        is_open_ = false;
      } else if (keyword == "facet") {
        readFacet();
      } else {
        text_.fail(fmt::format("'{}' was found where 'facet' or 'endsolid' is expected", SurfaceText::shown(word)));
      }
    }
    if (is_open_) text_.fail("the file ends without 'endsolid'");
    return std::move(parts_);
  }

 private:
  void readFacet() {
    require("normal");
    // The normal is unreliable and ignored; the order of the vertices defines the orientation.
    for (int i = 0; i < 3; ++i) text_.word();
    require("outer");
    require("loop");
    std::vector<std::int32_t> corners;
    std::string keyword = lowerCase(text_.word());
    for (; keyword == "vertex"; keyword = lowerCase(text_.word())) {
      base::Vec3 x;
      for (int i = 0; i < 3; ++i) x[i] = text_.coordinate(text_.word());
      corners.push_back(parts_.addVertex(x));
    }
    if (keyword.empty()) text_.fail("the file ends where 'vertex' or 'endloop' is expected");
    if (keyword != "endloop")
      text_.fail(fmt::format("'{}' was found where 'vertex' or 'endloop' is expected", SurfaceText::shown(keyword)));
    require("endfacet");
    if (corners.size() != 3)
      text_.fail(fmt::format("the number of vertices of a facet is {} instead of 3", corners.size()));
    parts_.addPolygon(corners);
  }

  void require(const char* keyword) {
    const std::string_view word = text_.word();
    if (word.empty()) text_.fail(fmt::format("the file ends where '{}' is expected", keyword));
    if (lowerCase(word) != keyword)
      text_.fail(fmt::format("'{}' was found where '{}' is expected", SurfaceText::shown(word), keyword));
  }

  SurfaceText& text_;
  SurfaceParts parts_;
  bool is_open_ = false;
};

}  // namespace

SurfaceParts readStl(const std::string& contents, const std::string& path) {
  SurfaceText text(contents, path);
  const std::size_t count =
      contents.size() < header_size ? 0 : valueOf<std::uint32_t>(std::string_view(contents).substr(80, 4));
  if (contents.size() >= header_size && contents.size() == header_size + facet_size * count)
    return readBinary(text, count);
  SurfaceText start = text;
  if (lowerCase(start.word()) == "solid") return StlText(text).read();
  if (contents.size() < header_size) text.fail("the file begins neither with 'solid' nor with a header of 84 bytes");
  text.setBinary();
  text.fail(fmt::format("the declared number of triangles, {}, requires {} bytes, but the file has {}", count,
                        header_size + facet_size * count, contents.size()));
}

}  // namespace tenon::mesh
