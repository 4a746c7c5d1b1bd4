#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Side.hpp"
#include "tenon/mapping/Mapping.hpp"

namespace tenon::mapping {

/// A mesh embedded in another object: each of its nodes moves with the cell that holds it at rest,
///   u_s = sum_a N_a(xi_s) u_a,   J_sa = N_a(xi_s) 1,
/// the barycentric mapping, for cells of any type and order. Whatever acts on the child, its own elasticity included,
/// is felt by the parent: fibres in a matrix, a skin that carries loads, points at which something is attached.
class Embedded : public Mapping {
 public:
  struct Data {
    std::string parent;
    double tolerance = 1e-6;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError where a node lies outside of the parent by more than `tolerance` times its size, that is,
  /// in reference coordinates of the nearest cell.
  Embedded(const Data& data, const fem::Domain& child, const fem::FindDomain& find);

  const std::string& name() const override { return name_; }
  const la::State& child() const override { return child_; }
  la::State& child() override { return child_; }
  std::vector<const la::State*> parents() const override { return {&parent_}; }
  void place() override;
  void addJacobian(Jacobian& J) const override;

 private:
  struct Weight {
    LocalIndex parent_node;
    double value;
  };
  template <class Visit>
  void forEachWeight(Visit&& visit) const;

  std::string name_;
  la::State& child_;
  la::State& parent_;
  std::vector<std::size_t> starts_;  // [owned child nodes + 1]
  std::vector<Weight> weights_;
};

}  // namespace tenon::mapping
