// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#define BOOST_ALLOW_DEPRECATED_HEADERS  // Boost.Geometry 1.74 itself includes deprecated headers
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <utility>

#include "fem/search/Box.hpp"

// R-trees of Boost.Geometry over numbered boxes and points. Slow to compile: for .cpp files only.
namespace tenon::fem {

/// Point of Boost.Geometry.
using TreePoint = boost::geometry::model::point<double, 3, boost::geometry::cs::cartesian>;
/// Axis-aligned box of Boost.Geometry.
using TreeBox = boost::geometry::model::box<TreePoint>;
/// R-tree over numbered shapes.
template <class Shape>
using Tree = boost::geometry::index::rtree<std::pair<Shape, int>, boost::geometry::index::rstar<16>>;
/// R-tree over numbered points.
using PointTree = Tree<TreePoint>;
/// R-tree over numbered boxes.
using BoxTree = Tree<TreeBox>;

/// Returns a position as a point of Boost.Geometry.
inline TreePoint treePoint(const base::Vec3& x) {
  return TreePoint(x[0], x[1], x[2]);
}
/// Returns a box as a box of Boost.Geometry.
inline TreeBox treeBox(const Box& box) {
  return TreeBox(treePoint(box.low), treePoint(box.high));
}

}  // namespace tenon::fem
