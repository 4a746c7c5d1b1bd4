// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscmat.h>

#include <memory>
#include <vector>

#include "la/matrices/rigidModes.hpp"
#include "solver/rigid_modes/findFreeRigidModes.hpp"
#include "solver/saddle/SaddleSolver.hpp"
#include "tenon/la/layout/Layout.hpp"
#include "tenon/la/layout/State.hpp"

namespace tenon::solver::testing {

/// Two elastic unit cubes of hex8, one on top of the other, without tenon's meshes: cells_lower^3
/// and cells_upper^3 cells. Every node of the upper cube's base is tied to the lower cube's top
/// face by three multipliers.
struct TwoBlocksData {
  int cells_lower = 2, cells_upper = 3;
  double young = 1000.0, poisson = 0.3;
  bool clamp_lower = true;                ///< clamps all of z = 0
  bool hold_base_by_multipliers = false;  ///< rows u = 0 for all of z = 0, after those of the tie
  bool tie = true;
  bool tie_only_z = false;
  bool hold_by_means = false;  ///< six more rows: zero mean displacement and rotation of the upper block
  double load = 1.0;           ///< force on every node of the upper block, in -z and, a third of it, in x
  bool load_grows = false;     ///< linear from zero at the upper block's base
  double gap = 0.0;            ///< gap in z that the tie prescribes
  int empty_rows = 0;          ///< number of multipliers with empty rows
  bool repeat_tie = false;     ///< repeats the rows of the tie's first slave node at the end, per rank that has some
  double compliance = 0.0;
};

class TwoBlocks {
 public:
  explicit TwoBlocks(const TwoBlocksData& data, base::Communicator comm = base::Communicator::world());
  ~TwoBlocks();
  TwoBlocks(const TwoBlocks&) = delete;
  TwoBlocks& operator=(const TwoBlocks&) = delete;

  SaddleSystem system() const;
  std::vector<ConstrainedState> states() const;
  Mat G() const { return G_; }
  Vec f() const { return f_; }
  Vec g() const { return g_; }
  Vec newDisplacement() const;
  Vec newMultipliers() const;
  /// Returns all displacement components of both blocks in their node numbering, on any number of
  /// ranks.
  std::vector<double> gathered(Vec displacement) const;
  PetscInt numUnknowns() const;

 private:
  struct HexBlock {
    int cells;
    double base;
    std::unique_ptr<la::State> state;
    std::vector<LocalIndex> elements;  // local nodes, 8 each
  };
  void addBlock(int cells, double base, const char* name);
  PetscInt column(int block, PetscInt node, int component) const;
  bool isHeld(int block, PetscInt node) const;
  void assembleStiffness();
  void assembleConstraints();
  void addTie(int component, PetscInt slave, PetscInt row);
  void addMean(int motion, PetscInt row);
  std::vector<PetscInt> ownedNodes(int block, int layer) const;
  void assembleLoad();

  TwoBlocksData data_;
  base::Communicator comm_;
  std::vector<HexBlock> blocks_;
  std::vector<PetscInt> first_row_;  // first row of every rank
  std::vector<la::NamedRows> groups_;
  Mat A_ = nullptr, G_ = nullptr;
  Vec compliance_ = nullptr;
  Vec f_ = nullptr, g_ = nullptr;
  la::NullSpace rigid_modes_;
};

}  // namespace tenon::solver::testing
