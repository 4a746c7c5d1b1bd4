#pragma once
#define BOOST_ALLOW_DEPRECATED_HEADERS  // Boost.Geometry 1.74 includes some itself
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <utility>

#include "tenon/fem/search/Box.hpp"

// Boost.Geometry's R-tree over numbered boxes and points. Slow to compile: for .cpp files only.
namespace tenon::fem {

using TreePoint = boost::geometry::model::point<double, 3, boost::geometry::cs::cartesian>;
using TreeBox = boost::geometry::model::box<TreePoint>;
template <class Shape>
using Tree = boost::geometry::index::rtree<std::pair<Shape, int>, boost::geometry::index::rstar<16>>;
using PointTree = Tree<TreePoint>;
using BoxTree = Tree<TreeBox>;

inline TreePoint treePoint(const base::Vec3& x) {
  return TreePoint(x[0], x[1], x[2]);
}
inline TreeBox treeBox(const Box& box) {
  return TreeBox(treePoint(box.low), treePoint(box.high));
}

}  // namespace tenon::fem
