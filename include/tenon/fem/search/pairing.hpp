// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/NodeTuples.hpp"
#include "tenon/fem/ObjectGroup.hpp"

// Selection of the nodes between which an interaction acts, as given in a case file.
namespace tenon::fem {

/// One end of a set of springs: the nodes of an object, or of one of its groups.
struct PairingEnd {
  std::string object,  ///< name of the object
      group;           ///< name of the group; may be empty
  /// Returns "object" or "object/group", for messages.
  std::string name() const { return object + (group.empty() ? "" : "/" + group); }
};

/// List of tuples of node numbers in mesh files, such as [[12, 40], [13, 41]].
template <std::size_t size>
struct TagTuples {
  std::vector<std::array<std::int64_t, size>> list;  ///< tuples of node numbers
};

/// Coefficients k_1, k_2, ... of a polynomial without a constant term.
struct Coefficients {
  std::vector<double> list;  ///< coefficients in ascending order, starting with that of the linear term
};

/// Number that is either given in a case file or computed from the mesh.
struct ReferenceValue {
  std::optional<double> given;  ///< prescribed value; empty if the number is computed from the mesh
};

/// Reads one end of a set of springs from a case file.
/// @throws InputError if the object is missing or a key is unknown; the message gives the line of
///   the case file
void readValue(const base::CaseNode& node, PairingEnd& end);
/// Reads pairs of node numbers from a case file.
/// @throws InputError if the list is empty, an entry is not a pair, or a number is not a
///   nonnegative integer; the message gives the line of the case file
void readValue(const base::CaseNode& node, TagTuples<2>& pairs);
/// Reads triples of node numbers from a case file.
/// @throws InputError if the list is empty, an entry is not a triple, or a number is not a
///   nonnegative integer; the message gives the line of the case file
void readValue(const base::CaseNode& node, TagTuples<3>& triples);
/// Reads the prescribed value of a quantity that is otherwise computed from the mesh.
/// @throws InputError if the number is negative; the message gives the line of the case file
void readValue(const base::CaseNode& node, ReferenceValue& value);
/// Reads the coefficients of a polynomial from a case file.
/// @throws InputError if the list is empty; the message gives the line of the case file
void readValue(const base::CaseNode& node, Coefficients& coefficients);
/// Returns "object" or "object/group" of one end of a set of springs, for messages.
std::string printValue(const PairingEnd& end);
/// Returns the number of pairs as a string for messages, such as "2 pairs".
std::string printValue(const TagTuples<2>& pairs);
/// Returns the number of triples as a string for messages, such as "2 triples".
std::string printValue(const TagTuples<3>& triples);
/// Returns the prescribed value as a string or, if none is given, a remark that the value is
/// computed from the mesh.
std::string printValue(const ReferenceValue& value);
/// Returns the coefficients of a polynomial in the notation of case files.
std::string printValue(const Coefficients& coefficients);
/// Returns the type name of one end of a set of springs, for help texts.
inline const char* typeName(const PairingEnd*) {
  return "{object: .., group: ..}";
}
/// Returns the type name of pairs of node numbers, for help texts.
inline const char* typeName(const TagTuples<2>*) {
  return "[[number, number], ..]";
}
/// Returns the type name of triples of node numbers, for help texts.
inline const char* typeName(const TagTuples<3>*) {
  return "[[number, number, number], ..]";
}
/// Returns the type name of a number that can also be computed from the mesh, for help texts.
inline const char* typeName(const ReferenceValue*) {
  return "number";
}
/// Returns the type name of the coefficients of a polynomial, for help texts.
inline const char* typeName(const Coefficients*) {
  return "[k_1, k_2, ..]";
}

/// Pairs of nodes between which an interaction acts. Either the pairs are listed by node number, or
/// each node of the first group is paired with the nearest node of the second group.
struct Pairing {
  PairingEnd first,    ///< first end of the interaction
      second;          ///< second end of the interaction
  TagTuples<2> pairs;  ///< node numbers in the first and the second object; empty if nearest nodes are paired

  /// Declares the parameters `first`, `second` and `pairs` of a type whose Data derives from
  /// Pairing.
  template <class Data>
  static void declare(base::Parameters<Data>& p) {
    p.required(
        "first", static_cast<PairingEnd Data::*>(&Pairing::first), "",
        "object, and group unless `pairs` is specified; each node of this group is connected to the nearest node "
        "of the second group");
    p.required("second", static_cast<PairingEnd Data::*>(&Pairing::second), "",
               "object, and group unless `pairs` is specified");
    p.optional("pairs", static_cast<TagTuples<2> Data::*>(&Pairing::pairs), "",
               "instead of groups: pairs of node numbers, as in the mesh files, of the first and the second object");
  }
  /// Returns the name of an interaction for messages, such as "springs between a/top and b/base".
  std::string nameOf(const std::string& type) const;

  /// Returns the node pairs.
  /// @param find  function that returns the domain of the object with a given name
  /// @param context  name of the contributor, for error messages
  /// @throws InputError if an object, group or node does not exist, if a node is paired with
  ///   itself, if the objects differ in dimension, if `pairs` is combined with a group, or if
  ///   neither `pairs` nor both groups are given
  /// @note Collective.
  NodeTuples find(const FindDomain& find, const std::string& context) const;

 private:
  void requireDistinctNodes(const Domain& a, const Domain& b, const std::string& context) const;
  std::vector<base::GlobalIndex> listedPairs(const Domain& a, const Domain& b, const std::string& context) const;
  std::vector<base::GlobalIndex> nearest(const Domain& a, const Domain& b, const std::string& context) const;
};

/// Returns the objects to which the three nodes of each triple belong.
/// @param names  one name for all nodes, or one name for each node
/// @param context  name of the contributor, for error messages
/// @param find  function that returns the domain of the object with a given name
/// @throws InputError if the number of names is neither 1 nor 3, if an object does not exist, or if
///   the objects differ in dimension
/// @note Not collective, but the result or the error is the same on every rank.
std::array<const Domain*, 3> objectsOfTriples(const std::vector<std::string>& names, const std::string& context,
                                              const FindDomain& find);

/// Returns the listed tuples whose first node is owned by this rank, in the format of NodeTuples.
/// @param objects  object of each entry of a tuple
/// @param tuples  node numbers in the mesh files, the same on all ranks
/// @param context  name of the contributor, for error messages
/// @return [tuples × size] global node numbers in the layouts of the objects
/// @throws InputError if a node does not exist or occurs twice in a tuple
/// @note Collective.
template <std::size_t size>
std::vector<base::GlobalIndex> listedTuples(const std::array<const Domain*, size>& objects,
                                            const TagTuples<size>& tuples, const std::string& context);

}  // namespace tenon::fem
