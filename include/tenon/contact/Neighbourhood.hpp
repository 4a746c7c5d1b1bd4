#pragma once
#include <memory>
#include <vector>

#include "tenon/contact/RigidBody.hpp"
#include "tenon/contact/Rules.hpp"

namespace tenon::contact {

/// What all ranks know of what touches: the same everywhere.
struct Touching {
  std::vector<Shape> shapes;
  Rules rules;
};

/// Whether a contact belongs to the rank of the body with the lower number, `lower`, and not to that of the other one.
bool isOfLower(const RigidBody& lower, const RigidBody& other);

/// The bodies of a rank, those of others that may touch them, and the contacts between them that are this rank's.
///
/// Boxes around what each body may sweep in the step are made; each rank tells the ranks whose free bodies lie there of
/// its own, and finds pairs in an R-tree. A pair belongs to the rank of its free body; of two free ones to the rank of
/// that with the lower number where the sum of both is even, else of the other one, so that ranks share the work. Which
/// contacts there are, and in which direction each looks, does not depend on the partition.
class Neighbourhood {
 public:
  static constexpr double touching_share = 1e-6;  ///< of a body's size: a gap that counts as none
  struct Found {
    LocalIndex first, second;  ///< local bodies, the first with the lower number
    ContactPoint point;
    double size;  ///< of the smaller body, from its centre
    const Law* law;

    /// A gap of a millionth of the size counts as none: what bodies that rest on each other are apart by is what the
    /// tolerance of earlier steps has left, and where many of them hold one body, such gaps would decide which do.
    bool touches() const { return point.gap <= touching_share * size; }
    bool overlaps(double gap) const { return gap < -touching_share * size; }
  };

  /// Collective. Of the step h from where the bodies are. `joined`: bodies that this rank needs beside, any number of
  /// times, in the numbering of ExactRows. `touching` has to outlive this: contacts point to its laws.
  Neighbourhood(const base::Communicator& comm, const Touching& touching, const std::vector<RigidBody>& owned, double h,
                const std::vector<base::GlobalIndex>& joined = {});
  Neighbourhood(const base::Communicator&, Touching&&, const std::vector<RigidBody>&, double,
                const std::vector<base::GlobalIndex>& = {}) = delete;

  const la::Layout& layout() const { return *layout_; }
  const la::Halo& halo() const { return *halo_; }
  /// [local bodies]
  const std::vector<RigidBody>& bodies() const { return bodies_; }
  const std::vector<Found>& contacts() const { return contacts_; }

 private:
  std::vector<RigidBody> bodies_;
  std::vector<Found> contacts_;
  std::unique_ptr<la::Layout> layout_;
  std::unique_ptr<la::Halo> halo_;
};

}  // namespace tenon::contact
