// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <pybind11/pybind11.h>

#include <functional>
#include <memory>

#include "tenon/simulation/Simulation.hpp"

namespace tenon::python {

/// Simulation that a Python object owns. Python may collect the object at different times on
/// different ranks, but a simulation is destroyed collectively. The destructor therefore only passes
/// the simulation to a list, from which a later collective call destroys it after all ranks have
/// done so.
class Session : public std::enable_shared_from_this<Session> {
 public:
  /// Creates a session; `make` creates the simulation.
  /// @param ranks   communicator of the simulation
  /// @param object  mpi4py object of the communicator, which is kept alive; or None
  /// @param make    function that creates the simulation, collectively
  /// @note Collective.
  static std::shared_ptr<Session> create(const base::Communicator& ranks, const pybind11::object& object,
                                         const std::function<std::unique_ptr<simulation::Simulation>()>& make);
  /// Passes an open simulation to the list of abandoned ones. @note Not collective.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Returns the simulation. @note Not collective.
  /// @throws pybind11::value_error if the simulation has been closed
  simulation::Simulation& get();
  /// Returns true until close() is called. @note Not collective.
  bool isOpen() const { return simulation_ != nullptr; }
  /// Returns the mpi4py object of the communicator. @note Not collective.
  pybind11::object comm() const { return comm_; }
  /// Destroys the simulation; repeated calls have no effect. @note Collective.
  void close();
  /// Releases PETSc objects that Python has abandoned on all ranks, at every 64th call.
  /// @note Collective.
  void releaseAbandonedObjects();
  /// Closes all simulations of this process in the order of their creation. @note Collective.
  static void closeAll();

 private:
  Session(const base::Communicator& ranks, const pybind11::object& object);

  base::Communicator ranks_;
  pybind11::object comm_;
  long number_ = 0;  // creation number, the same on all ranks of the communicator
  int num_calls_ = 0;
  std::unique_ptr<simulation::Simulation> simulation_;
};

}  // namespace tenon::python
