// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "RigidBody.hpp"

namespace tenon::contact {

/// Returns true if a contact belongs to the rank of the body with the lower number, `lower`, and
/// false if it belongs to the rank of the other body.
bool belongsToLower(const RigidBody& lower, const RigidBody& other);

/// Bodies of a rank, the bodies of other ranks that may come into contact with them, and the
/// contacts that belong to this rank.
///
/// Each body has a box around the volume that it may sweep in the step. Each rank sends its bodies
/// to the ranks whose free bodies may reach them, and finds the candidate pairs in an R-tree. A
/// pair belongs to the rank of its free body. A pair of two free bodies belongs to the rank of the
/// body with the lower number if the sum of both numbers is even, and to the rank of the other body
/// otherwise, so that ranks share the work. Contacts and the directions of their normals do not
/// depend on the partition.
class Neighbourhood {
 public:
  static constexpr double closed_share = 1e-6;  ///< gap over body size below which a contact counts as closed
  /// Contact between two local bodies.
  struct DetectedContact {
    LocalIndex first, second;    ///< local indices of the bodies, the first with the lower number
    ContactPoint point;          ///< position, normal and gap
    double size;                 ///< size of the smaller body, measured from its centre
    const RigidContactLaw* law;  ///< contact law of the pair

    /// Returns true if the gap is at most a millionth of the size, which counts as closed. Gaps of
    /// bodies that rest on each other are remainders of the tolerance of earlier steps. If several
    /// bodies support one body, such gaps would decide which of them carry the load.
    bool isClosed() const { return point.gap <= closed_share * size; }
    /// Returns true if the gap is an overlap by more than the same tolerance.
    bool overlaps(double gap) const { return gap < -closed_share * size; }
  };

  /// Performs the contact detection of a step from the current positions.
  /// @param model     shapes and rules; must outlive this object, because contacts point to its
  ///   laws
  /// @param owned     owned bodies of this rank
  /// @param h         length of the step
  /// @param joined    additional bodies that this rank needs, in the numbering of ExactRows;
  ///   duplicates are admitted
  /// @note Collective.
  Neighbourhood(const base::Communicator& comm, const ContactModel& model, const std::vector<RigidBody>& owned,
                double h, const std::vector<base::GlobalIndex>& joined = {});
  Neighbourhood(const base::Communicator&, ContactModel&&, const std::vector<RigidBody>&, double,
                const std::vector<base::GlobalIndex>& = {}) = delete;

  /// Returns the distribution of the bodies over the ranks.
  const la::Layout& layout() const { return *layout_; }
  /// Returns the halo exchange of layout().
  const la::Halo& halo() const { return *halo_; }
  /// Returns the owned and ghost bodies, [local bodies].
  const std::vector<RigidBody>& bodies() const { return bodies_; }
  /// Returns the contacts of this rank.
  const std::vector<DetectedContact>& contacts() const { return contacts_; }

 private:
  std::vector<RigidBody> bodies_;
  std::vector<DetectedContact> contacts_;
  std::unique_ptr<la::Layout> layout_;
  std::unique_ptr<la::Halo> halo_;
};

}  // namespace tenon::contact
