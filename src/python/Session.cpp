// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Session.hpp"

#include <petscsys.h>

#include <limits>
#include <map>
#include <set>
#include <utility>

#include "tenon/base/check.hpp"

// Declared in a private header of PETSc only; petsc4py's PETSc.garbage_cleanup() calls the same
// function.
extern "C" PetscErrorCode PetscGarbageCleanup(MPI_Comm comm);

namespace tenon::python {
namespace {

namespace py = pybind11;

std::set<Session*>& openSessions() {
  static auto* const all = new std::set<Session*>();
  return *all;
}

long& numCreated() {
  static long number = 0;
  return number;
}

}  // namespace

/// Simulations that Python has abandoned without closing them, by their creation number.
std::map<long, Session::Abandoned>& Session::abandoned() {
  static auto* const all = new std::map<long, Abandoned>();  // never destroyed: MPI may have ended
  return *all;
}

/// Destroys the abandoned simulations of a communicator that all ranks have abandoned. One
/// reduction decides whether there are any.
void Session::destroyAbandoned(const base::Communicator& ranks) {
  constexpr long none = std::numeric_limits<long>::max();
  for (;;) {
    long oldest = none;
    for (const auto& [number, entry] : abandoned())
      if (oldest == none && entry.owned.simulation->comm().mpi() == ranks.mpi()) oldest = number;
    const long lowest = ranks.min(oldest), highest = ranks.max(oldest);
    if (lowest != highest || lowest == none) return;
    abandoned().erase(oldest);
  }
}

Session::Session(const base::Communicator& ranks, const py::object& object) : ranks_(ranks), comm_(object) {}

std::shared_ptr<Session> Session::create(const base::Communicator& ranks, const py::object& object,
                                         const std::function<std::unique_ptr<simulation::Simulation>()>& make) {
  destroyAbandoned(ranks);
  std::shared_ptr<Session> session(new Session(ranks, object));
  // The number is the same on all ranks, although they may have created other simulations before.
  session->number_ = numCreated() = ranks.max(numCreated()) + 1;
  session->owned_.simulation = make();
  openSessions().insert(session.get());
  return session;
}

Session::~Session() {
  openSessions().erase(this);
  if (owned_.simulation) abandoned()[number_] = {std::move(comm_), std::move(owned_)};
}

simulation::Simulation& Session::get() {
  if (!owned_.simulation) throw py::value_error("The simulation has been closed.");
  return *owned_.simulation;
}

void Session::close() {
  if (!owned_.simulation) return;
  destroyAbandoned(ranks_);
  owned_.destroy();
  openSessions().erase(this);
}

void Session::releaseAbandonedObjects() {
  destroyAbandoned(ranks_);
  TENON_PETSC(PetscGarbageCleanup(ranks_.mpi()));
}

void Session::closeAll() {
  std::map<long, Session*> open;
  for (Session* session : openSessions()) open[session->number_] = session;
  while (!open.empty() || !abandoned().empty()) {
    const bool is_open = abandoned().empty() || (!open.empty() && open.begin()->first < abandoned().begin()->first);
    if (is_open) {
      open.begin()->second->owned_.destroy();
      open.erase(open.begin());
    } else {
      abandoned().erase(abandoned().begin());
    }
  }
  openSessions().clear();
}

}  // namespace tenon::python
