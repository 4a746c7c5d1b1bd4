// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tenon/base/algebra.hpp"

namespace tenon::mesh {

/// Vertices and triangles of a surface file in their original form; each triangle belongs to a set
/// of named parts.
class SurfaceParts {
 public:
  std::size_t numVertices() const { return vertices_.size(); }
  const std::vector<base::Vec3>& vertices() const { return vertices_; }
  const std::vector<std::int32_t>& triangles() const { return triangles_; }  ///< [triangles x 3] vertex indices
  const std::vector<std::int32_t>& setOfTriangle() const {
    return set_of_triangle_;
  }  ///< [triangles] index into sets()
  const std::vector<std::string>& names() const { return names_; }
  const std::vector<std::vector<int>>& sets() const { return sets_; }  ///< sets of names; the first is empty

  /// Adds a vertex and returns its index. @throws base::FileError beyond 2^31 - 1 vertices.
  std::int32_t addVertex(const base::Vec3& x);
  /// Sets the parts of subsequent polygons.
  void setParts(const std::vector<std::string>& names);
  /// Adds the triangles of a polygon; a polygon with fewer than three vertices yields none.
  /// @return false if the polygon has too many vertices to be triangulated
  bool addPolygon(const std::vector<std::int32_t>& polygon);

 private:
  std::vector<base::Vec3> vertices_;
  std::vector<std::int32_t> triangles_, set_of_triangle_;
  std::vector<std::string> names_;
  std::map<std::string, int> number_of_name_;
  std::vector<std::vector<int>> sets_{{}};
  std::map<std::vector<int>, std::int32_t> number_of_set_{{{}, 0}};
  std::int32_t set_ = 0;
};

// Readers of the contents of a file. @throws base::FileError with the line (text) or byte (binary)
// of the error.
SurfaceParts readStl(const std::string& contents, const std::string& path);
SurfaceParts readObj(const std::string& contents, const std::string& path);
SurfaceParts readPly(const std::string& contents, const std::string& path);

}  // namespace tenon::mesh
