// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "PythonForce.hpp"

namespace tenon::python {

/// Force field on tuples of nodes or on cells, implemented in Python by tenon.TupleForce or
/// tenon.CellForce. Each evaluation calls Python once for each selection of tuples, with all tuples
/// of this rank; a rank without tuples does not call Python.
class PyTupleForce : public PythonForce {
 public:
  using Selections = std::vector<std::shared_ptr<TupleSelection>>;
  /// Creates the force field.
  /// @throws InputError if there are no tuples on any rank
  /// @note Collective.
  PyTupleForce(pybind11::object object, base::Communicator comm, std::shared_ptr<bool> life, Selections selections);

  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addDamping(la::DampingMatrix& B) const override;

 private:
  /// Blocks of the tuples of one selection.
  struct Blocks {
    Array values;
    std::size_t stride = 0;
  };
  void evaluateDerivatives() const override;
  double evaluateEnergy() const override;
  Blocks evaluateBlocks(const std::shared_ptr<TupleSelection>& tuples, bool by_position) const;
  void add(const std::vector<Blocks>& blocks, const TupleSelection::DerivativeOf& derivative) const;

  Selections selections_;
  bool is_pairwise_, has_stiffness_, has_damping_;
  TupleFunction force_, stiffness_, damping_, energy_;
  mutable std::vector<Blocks> K_, B_;
};

}  // namespace tenon::python
