// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <pybind11/pybind11.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "TupleSelection.hpp"
#include "python/callbacks.hpp"
#include "results.hpp"

namespace tenon::python {

/// Contributor in Python: the Python object, with access to its attributes and methods.
class Contributor {
 public:
  /// Creates the access to a Python object.
  /// @param object  instance of a class of tenon.contributors
  /// @param comm    communicator of the simulation
  /// @param life    flag that becomes false when this object is destroyed
  Contributor(pybind11::object object, base::Communicator comm, std::shared_ptr<bool> life);
  Contributor(const Contributor&) = delete;
  Contributor& operator=(const Contributor&) = delete;
  ~Contributor() { *life_ = false; }

  /// Returns the Python object.
  const pybind11::object& object() const { return object_.get(); }
  /// Returns the communicator.
  const base::Communicator& comm() const { return comm_; }
  /// Returns the name of the contributor, its attribute `name`.
  const std::string& name() const { return name_; }
  /// Returns the name of a method for messages, such as "Bands.force".
  std::string nameOf(const char* method) const { return class_ + "." + method; }
  /// Returns a method for messages.
  Method method(const char* name) const { return {comm_, nameOf(name)}; }

  /// Returns an attribute. @throws InputError if the attribute has the wrong type
  template <class T>
  T attribute(const char* name) const {
    const pybind11::gil_scoped_acquire lock;
    try {
      return object().attr(name).cast<T>();
    } catch (const pybind11::cast_error&) {
      refuseAttribute(name);
    }
  }
  /// Returns true if the class of the object overrides a method of the base classes in tenon.
  bool overrides(const char* method) const;

  /// Calls `work` on this rank, with the conversion of Python exceptions.
  template <class Work>
  auto call(Work&& work) const {
    return callPython(comm_, std::forward<Work>(work));
  }
  /// Calls `work` on all ranks, and throws the error of the first rank that failed on all ranks.
  /// @note Collective.
  void callCollectively(const std::function<void()>& work) const;

 private:
  [[noreturn]] void refuseAttribute(const char* name) const;

  PythonReference object_;
  base::Communicator comm_;
  std::shared_ptr<bool> life_;
  std::string name_, class_;
};

/// Functions of tuples that a contributor in Python implements: force(), violation() and others.
/// Their arguments are recognised by name: x (positions), u (displacements), X (reference
/// positions), v (velocities), t (time), tuples (the selection).
class TupleFunction {
 public:
  /// Reads the signature of a method.
  TupleFunction(const Contributor& contributor, const char* method);

  /// Returns the arguments of a call for the given tuples, in the order of the signature.
  /// @note Not collective. Requires the global interpreter lock.
  pybind11::tuple arguments(const std::shared_ptr<TupleSelection>& tuples, double time) const;
  /// Calls the method. @note Not collective. Requires the global interpreter lock.
  pybind11::object operator()(const std::shared_ptr<TupleSelection>& tuples, double time) const;
  /// Returns true if the method has an argument of this name.
  bool has(const char* argument) const;
  /// Returns the method for messages.
  Method method() const { return contributor_.method(method_); }

 private:
  const Contributor& contributor_;
  const char* method_;
  std::vector<std::string> arguments_;
};

/// Returns a read-only array of a nodal quantity, [tuples × nodes × components].
Array gathered(const TupleSelection& tuples, Quantity quantity);

/// Copy of the displacements and velocities of states, which shows whether they have changed.
class ConfigurationStamp {
 public:
  /// Stores the current values.
  void set(const std::vector<la::State*>& states, double time);
  /// Returns true if the values equal those that were stored.
  bool isCurrent(const std::vector<la::State*>& states, double time) const;
  /// Forgets the values.
  void clear() { is_set_ = false; }

 private:
  bool is_set_ = false;
  double time_ = 0.0;
  std::vector<std::vector<double>> values_;
};

}  // namespace tenon::python
