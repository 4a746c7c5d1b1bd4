#pragma once
#include <memory>
#include <vector>

#include "Candidate.hpp"
#include "tenon/contact/Sleep.hpp"

namespace tenon::contact {

/// The sleeping bodies of a rank in a tree, which is made once as long as they sleep, and which of them others come
/// near.
class SleeperSearch {
 public:
  SleeperSearch();
  ~SleeperSearch();

  /// `asleep`: flags of owned bodies.
  void reset(const Touching& touching, const std::vector<RigidBody>& owned, const std::vector<char>& asleep);

  struct Found {
    std::vector<base::LocalIndex> near;  ///< in ascending order
    std::vector<base::LocalIndex> hit;   ///< by what comes faster than a velocity, or is driven
  };
  /// Collective. Around bodies that are awake or driven, of this rank, in a step of length h.
  Found around(const base::Communicator& comm, const Touching& touching, const std::vector<RigidBody>& moving, double h,
               const Sleep& sleep) const;

 private:
  struct Tree;
  std::vector<Candidate> movingNear(const base::Communicator& comm, const Touching& touching,
                                    const std::vector<RigidBody>& moving, double h) const;

  std::vector<Candidate> sleepers_;
  std::vector<base::LocalIndex> bodies_;  // their local numbers
  fem::Box box_;
  std::unique_ptr<Tree> tree_;
};

}  // namespace tenon::contact
