#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/contact/BodyShape.hpp"
#include "tenon/contact/Contact.hpp"

namespace tenon::contact {

/// A rule for rigid bodies that touch: whose, and by which law. Entry `rigid` of the block `contacts`.
class RigidContact {
 public:
  static constexpr bool acts_on_frames = true;
  struct Data {
    Bodies first, second;
    double friction = 0.0, restitution = 0.0, rolling = 0.0, spinning = 0.0, cohesion = 0.0;
    double compliance = 0.0;
    std::string restitution_law = "newton", friction_limit = "cone", sliding = "coulomb";
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for objects and groups that are not there.
  RigidContact(const Data& data, const fem::FindDomain& find);

  const Law& law() const { return law_; }
  /// Whether a body that this rank owns stands on the first or the second side.
  bool isOn(bool second, const la::State& state, base::LocalIndex body) const;

 private:
  struct Group {
    const la::State* state;
    std::vector<base::LocalIndex> bodies;  // ascending
  };
  using Side = std::optional<Group>;  // without: all there are
  static Side sideOf(const Bodies& bodies, const fem::FindDomain& find);

  Law law_;
  Side first_, second_;
};

}  // namespace tenon::contact
