// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "base/FileName.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/base/algebra.hpp"

namespace tenon::contact {

/// List of points, in case files [[x, y, z], ..].
struct PointList {
  std::vector<base::Vec3> points;  ///< points in the order of the case
};
/// Reads a list of points from a case file.
void readValue(const base::CaseNode& node, PointList& list);
/// Returns the number of points as a string.
std::string printValue(const PointList& list);
/// Returns the type of the list, for help texts.
inline const char* typeName(const PointList*) {
  return "[[x, y, z], ..]";
}

/// Parameters of a case that define the points of a convex hull: a list or a surface file.
struct HullPoints {
  PointList vertices;   ///< points in the case
  base::FileName file;  ///< surface file that contains the points

  /// Declares the parameters of a type whose Data derives from this class.
  /// @param meaning  description of the points
  template <class Data>
  static void declare(base::Parameters<Data>& p, const std::string& meaning) {
    p.optional("vertices", static_cast<PointList Data::*>(&HullPoints::vertices), "length", meaning);
    p.optional("file", static_cast<base::FileName Data::*>(&HullPoints::file), "length",
               "instead of `vertices`: a surface file (.stl, .obj, .ply) that contains these points");
  }

  /// Returns the points.
  /// @throws InputError unless there is either a list or a file, or if the file is not a surface
  ///   file
  /// @throws FileError if the file cannot be read
  /// @note Not collective.
  std::vector<base::Vec3> read() const;
};

}  // namespace tenon::contact
