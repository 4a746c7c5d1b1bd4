#pragma once
#include <string>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/contact/Shape.hpp"
#include "tenon/fem/Side.hpp"

namespace tenon::contact {

/// Rigid bodies of an object, in case files {object: .., group: ..}; all of the object where no group is named, all
/// there are where no object is.
struct Bodies {
  std::string object, group;
};
void readValue(const base::CaseNode& node, Bodies& bodies);
std::string printValue(const Bodies& bodies);
inline const char* typeName(const Bodies*) {
  return "{object: .., group: ..}";
}

/// Those of an object that this rank owns, ascending. Collective. InputError where it has no rigid bodies in space, or
/// no such group.
std::vector<base::LocalIndex> ownedBodies(const fem::Domain& domain, const std::string& group);

/// The shape that rigid bodies of a group have for those that touch them. Where several are given to one body the last
/// one counts.
class BodyShape {
 public:
  /// Collective. InputError where the object has no rigid bodies in space, or there is no such group.
  BodyShape(Shape shape, const fem::Domain& domain, const std::string& group);

  const Shape& shape() const { return shape_; }
  /// Bodies that this rank owns.
  const std::vector<base::LocalIndex>& bodies() const { return bodies_; }

 private:
  Shape shape_;
  std::vector<base::LocalIndex> bodies_;
};

}  // namespace tenon::contact
