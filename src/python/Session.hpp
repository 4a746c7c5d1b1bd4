// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <pybind11/pybind11.h>

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "tenon/simulation/Simulation.hpp"

namespace tenon::python {

/// Simulation that a Python object owns. Python may collect the object at different times on
/// different ranks, but a simulation is destroyed collectively. The destructor therefore only
/// passes the simulation to a list, from which a later collective call destroys it after all ranks
/// have done so.
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
  bool isOpen() const { return owned_.simulation != nullptr; }
  /// Returns the mpi4py object of the communicator. @note Not collective.
  pybind11::object comm() const { return comm_; }
  /// Destroys the simulation; repeated calls have no effect. @note Collective.
  void close();
  /// Calls `work` with the simulation and its PETSc options, and first releases objects that Python
  /// has abandoned. @note Collective.
  template <class Work>
  auto call(const Work& work) {
    simulation::Simulation& simulation = get();
    releaseAbandonedObjects();
    const simulation::Simulation::Scope scope(simulation);
    return work(simulation);
  }
  /// Returns the object that the session keeps under a name. The object is created on first use and
  /// destroyed before the simulation.
  /// @param name  name of the object, which belongs to one type only
  /// @param make  function that creates the object as a std::shared_ptr
  /// @note Collective if `make` is collective.
  template <class Make>
  auto keep(const std::string& name, const Make& make) -> decltype(make()) {
    std::shared_ptr<void>& kept = owned_.kept[name];
    if (!kept) kept = make();
    return std::static_pointer_cast<typename decltype(make())::element_type>(kept);
  }
  /// Closes all simulations of this process in the order of their creation. @note Collective.
  static void closeAll();

 private:
  /// Simulation and the objects that refer to it.
  struct Owned {
    std::unique_ptr<simulation::Simulation> simulation;
    std::map<std::string, std::shared_ptr<void>> kept{};  // declared last: destroyed first

    void destroy() {
      kept.clear();
      simulation.reset();
    }
  };
  /// Simulation that Python has abandoned without closing it. The Python object of the communicator
  /// lives as long as the simulation.
  struct Abandoned {
    pybind11::object comm;
    Owned owned;
  };

  Session(const base::Communicator& ranks, const pybind11::object& object);
  static std::map<long, Abandoned>& abandoned();
  static void destroyAbandoned(const base::Communicator& ranks);
  /// Releases PETSc objects that Python has abandoned on all ranks. @note Collective.
  void releaseAbandonedObjects();

  base::Communicator ranks_;
  pybind11::object comm_;
  long number_ = 0;  // creation number, the same on all ranks of the communicator
  Owned owned_;
};

}  // namespace tenon::python
