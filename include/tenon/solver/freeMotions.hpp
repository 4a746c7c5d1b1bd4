#pragma once
#include <petscmat.h>

#include <cstdint>
#include <functional>
#include <gsl/span>
#include <string>
#include <vector>

#include "tenon/la/Accumulator.hpp"
#include "tenon/la/State.hpp"

// What nothing holds: the rigid motions that neither held unknowns nor constraints prevent. Such a system is singular,
// and an iterative solver may still end with "converged".
namespace tenon::solver {

using base::LocalIndex;

/// One state as the search sees it. The unknowns of a rank are numbered state after state, node after node.
struct HeldState {
  const la::State* state;
  std::vector<la::ElementTable> elements;                      ///< nodes that stiffness joins, ghosts included
  std::function<bool(LocalIndex node, int component)> isHeld;  ///< of owned nodes
  gsl::span<const std::int64_t> numbers = {};                  ///< where nodes are bodies of a list: theirs, [numLocal]
};

/// Label of every local node: the lowest global number of the nodes of its body. A body is a connected part of the
/// graph whose edges are the elements. Collective; as many rounds as a body crosses ranks.
std::vector<long long> labelBodies(const la::State& state, const std::vector<la::ElementTable>& elements);

/// One sentence for each group of bodies that can move without any force, such as
///   "Nothing holds object 'block': it can move along x and turn about z."
/// Bodies tied to each other but to nothing held are one group; so are the parts of a mechanism.
///
/// What forces resist counts as held too (springs to the ground): motions that held unknowns and G leave free are tried
/// on the stiffness A, which is asked for only then. A motion v is free where v . A v <= 1e-12 v . diag(A) v. Groups
/// that A holds one by one are tried together, up to 50 of them: springs may join them to each other and not to the
/// ground.
///
/// With R the rigid modes of all bodies (6 each, 3 in the plane; rotations in units of the radius of gyration) it
/// finds the null vectors of N = R^T (P + G^T G) R, P the projection on the held unknowns, rows of G of length one.
/// `rows`: matrices by all unknowns, constraint rows G and directions that projective conditions block, nullptr where
/// there are none; columns of held unknowns may be zero or not. Collective; the same on every rank. Nodes and rows stay
/// on their ranks, bodies are known to all.
std::vector<std::string> freeMotions(const std::vector<HeldState>& states, const std::vector<Mat>& rows,
                                     const std::function<Mat()>& stiffness = {});

/// InputError with those sentences, if there are any. Collective.
void requireSupported(const std::vector<HeldState>& states, const std::vector<Mat>& rows,
                      const std::function<Mat()>& stiffness = {});

}  // namespace tenon::solver
