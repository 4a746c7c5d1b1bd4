#pragma once
#include <memory>
#include <string>
#include <vector>

#include "CarriedBlocks.hpp"
#include "RowProducts.hpp"
#include "tenon/la/assembly/MatrixAssembly.hpp"
#include "tenon/system/CarriedGroup.hpp"

namespace tenon::system {

/// J^T C J for a matrix C over independent and mapped states, as blocks between nodes of the independent states.
///
/// C is assembled over those states only that its contributors touch, then multiplied by places recorded once
/// (RowProducts): a new motion costs multiplications and one exchange of what belongs to other ranks' rows.
/// Columns may lie far from the rows: their nodes become ghosts of the independent states when this is made, which has
/// to be before any layout of a linear system.
class CarriedMatrix {
 public:
  struct Parts {
    la::MatrixAssembly::Contribute contribute;  ///< writes C; nothing: there is none
    /// Geometric stiffness of the mappings, the same entries at every motion; nullptr: none.
    const GeometricForces* geometric = nullptr;
  };

  /// Collective. `parts` are asked for the pattern.
  CarriedMatrix(const MappingGraph& graph, Parts parts);

  /// Collective. C and J^T C J at the present motion. InternalError that names the contributor where C has got blocks
  /// by which J^T C J would couple nodes that are not known here.
  void assemble();

  /// The product; its values are complete on owned rows.
  const CarriedBlocks& blocks() const { return blocks_; }

 private:
  std::vector<std::size_t> touchedStates() const;
  void record();
  void plan(const std::string& contributor);
  void planGeometric();
  void multiply();
  void addGeometric();
  int blockSize(std::size_t state) const { return graph_.states()[state]->block(); }

  const MappingGraph& graph_;
  Parts parts_;
  std::vector<std::size_t> touched_;  // states of C
  std::unique_ptr<la::MatrixAssembly> assembly_;
  std::unique_ptr<RowProducts> products_;
  CarriedBlocks blocks_;
  std::vector<std::size_t> geometric_places_;  // of values, in the order of evaluation
  std::vector<double> t_;
  bool is_planned_ = false;
};

}  // namespace tenon::system
