#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tenon/la/assembly/MatrixAssembly.hpp"
#include "tenon/system/MappedStates.hpp"

namespace tenon::system {

/// J^T C J for a matrix C over all states, as blocks between nodes of the independent states.
///
/// Columns may lie far from the rows: their nodes become ghosts of the independent states when this is made, which has
/// to be before any layout of a linear system.
class CarriedMatrix {
 public:
  /// Collective. `contribute` writes C, at present for its pattern.
  CarriedMatrix(const MappedStates& mapped, const std::vector<la::State*>& independent,
                const la::MatrixAssembly::Contribute& contribute);

  /// Collective. C and J^T C J at the present motion. InternalError that names the contributor where C has got blocks
  /// by which J^T C J would couple nodes that are not known here.
  void assemble(const la::MatrixAssembly::Contribute& contribute);

  /// Adds every block of owned rows: add(row state, row node, column state, column node, values row-major).
  template <class Add>
  void forEachBlock(Add&& add) const {
    for (const Block& block : blocks_)
      add(*block.row_state, block.row_node, *block.column_state, block.column_node, values_.data() + block.first);
  }

 private:
  struct Node {
    const la::State* state;
    LocalIndex node;
    PetscInt first_unknown;
  };
  struct Block {
    const la::State* row_state;
    LocalIndex row_node;
    const la::State* column_state;
    LocalIndex column_node;
    std::size_t first;  // of its values
  };
  void record(const la::MatrixAssembly::Contribute& contribute);
  LocalIndex numGhosts() const;
  void multiply(MatReuse reuse);
  void makeColumnsKnown(const std::vector<la::State*>& independent) const;
  std::vector<PetscInt> farColumns() const;
  std::vector<Node> knownNodes() const;
  void findBlocks(const std::string& contributor);

  const MappedStates* mapped_;
  std::unique_ptr<la::MatrixAssembly> assembly_;
  LocalIndex num_ghosts_ = 0;  // that assembly_ knows of
  la::Matrix product_;
  std::vector<Block> blocks_;
  std::vector<std::size_t> places_;  // of every stored entry of this rank's rows, in values_
  std::vector<double> values_;
};

}  // namespace tenon::system
