#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/mapping/Mapping.hpp"

namespace tenon::mapping {

/// A mapping that says itself which nodes its child has: lengths, angles, areas of tuples of nodes, a centre of mass.
/// An object of a case that is such a measurement needs no mesh. The displacement of a scalar is what it has changed
/// since rest.
class Measurement : public Mapping {
 public:
  /// What the child has on this rank, [nodes that are measured here].
  virtual LocalIndex numOwned() const = 0;
  /// 1: scalars; 2, 3: points.
  virtual int block() const = 0;
  /// Of scalars their values at rest; of points the places, [numOwned x block].
  virtual std::vector<double> rest() const = 0;
  /// Where results show each of them.
  virtual std::vector<base::Vec3> places() const = 0;
  /// Number of each among those of all ranks, from 0, which does not depend on the partition.
  virtual std::vector<std::int64_t> positions() const = 0;

  const la::State& child() const final { return *child_; }
  la::State& child() final { return *child_; }

  /// Collective. Makes the child, which belongs to no mesh.
  void makeChild(const std::string& name, const base::Communicator& comm);
  /// Takes a child that somebody else made, of the nodes above. `positions`: of its owned nodes, in their order, which
  /// becomes that of this.
  void moveChild(la::State& child, gsl::span<const std::int64_t> positions);

 protected:
  /// Brings the nodes into this order: order[i] is where node i was.
  virtual void reorder(const std::vector<LocalIndex>& order) = 0;

 private:
  std::unique_ptr<la::State> own_;
  la::State* child_ = nullptr;
};

}  // namespace tenon::mapping
