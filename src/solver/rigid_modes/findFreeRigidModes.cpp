// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "findFreeRigidModes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "RigidBodies.hpp"
#include "base/dense.hpp"
#include "describeRigidModes.hpp"
#include "la/arrays.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/la/handles.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::solver {
namespace {

using base::Mat6;
using base::Vec3;

// Largest number of groups of bodies that are tested together for forces between them.
constexpr std::size_t most_together = 50;

// Returns the parts of a coupling that belong to the bodies in `kept`, in the order of the
// coupling.
Eigen::MatrixXd restricted(const Eigen::MatrixXd& gram, const std::vector<Eigen::Index>& kept) {
  const auto n = static_cast<Eigen::Index>(6 * kept.size());
  Eigen::MatrixXd small(n, n);
  for (std::size_t a = 0; a < kept.size(); ++a)
    for (std::size_t b = 0; b < kept.size(); ++b)
      small.block<6, 6>(static_cast<Eigen::Index>(6 * a), static_cast<Eigen::Index>(6 * b)) =
          gram.block<6, 6>(6 * kept[a], 6 * kept[b]);
  return small;
}

// Removes bodies without free modes from the couplings, which may support further bodies in turn,
// because a body tied to a supported body is supported. The cost is linear in the length of such
// chains, and the remaining eigenvalue problem is small.
std::vector<bool> findSupportedBodies(RigidBodies& found, std::vector<ModeCoupling>& couplings) {
  std::vector<bool> supported(found.bodies.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = 0; b < supported.size(); ++b)
      if (!supported[b] && nullSpace(found.bodies[b].constraint_gram).cols() == 0) changed = supported[b] = true;
    for (auto& coupling : couplings) {
      std::vector<Eigen::Index> kept;
      std::vector<int> bodies;
      for (std::size_t i = 0; i < coupling.bodies.size(); ++i)
        if (!supported[static_cast<std::size_t>(coupling.bodies[i])]) {
          kept.push_back(static_cast<Eigen::Index>(i));
          bodies.push_back(coupling.bodies[i]);
        }
      if (kept.size() < coupling.bodies.size()) coupling = {bodies, restricted(coupling.gram, kept)};
      if (bodies.size() == 1) {
        found.bodies[static_cast<std::size_t>(bodies[0])].constraint_gram += coupling.gram;
        coupling = {{}, {}};
      }
    }
  }
  return supported;
}

// Returns the groups of loose bodies that constraints join, each in ascending order.
std::vector<std::vector<int>> unsupportedGroups(const std::vector<bool>& supported,
                                                const std::vector<ModeCoupling>& couplings) {
  std::vector<int> group(supported.size());
  std::iota(group.begin(), group.end(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& coupling : couplings) {
      int lowest = static_cast<int>(supported.size());
      for (const int b : coupling.bodies) lowest = std::min(lowest, group[static_cast<std::size_t>(b)]);
      for (const int b : coupling.bodies) {
        changed = changed || group[static_cast<std::size_t>(b)] != lowest;
        group[static_cast<std::size_t>(b)] = lowest;
      }
    }
  }
  std::map<int, std::vector<int>> members;
  for (std::size_t b = 0; b < supported.size(); ++b)
    if (!supported[b]) members[group[b]].push_back(static_cast<int>(b));
  std::vector<std::vector<int>> groups;
  for (auto& [lowest, bodies] : members) groups.push_back(std::move(bodies));
  return groups;
}

Eigen::MatrixXd gramOf(const std::vector<int>& group, const RigidBodies& found,
                       const std::vector<ModeCoupling>& couplings) {
  const auto n = static_cast<Eigen::Index>(6 * group.size());
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(n, n);
  const auto place = [&](int body) { return 6 * (std::lower_bound(group.begin(), group.end(), body) - group.begin()); };
  for (const int b : group)
    gram.block<6, 6>(place(b), place(b)) += found.bodies[static_cast<std::size_t>(b)].constraint_gram;
  for (const auto& [bodies, part] : couplings) {
    if (bodies.empty() || !std::binary_search(group.begin(), group.end(), bodies[0])) continue;
    for (std::size_t a = 0; a < bodies.size(); ++a)
      for (std::size_t b = 0; b < bodies.size(); ++b)
        gram.block<6, 6>(place(bodies[a]), place(bodies[b])) +=
            part.block<6, 6>(static_cast<Eigen::Index>(6 * a), static_cast<Eigen::Index>(6 * b));
  }
  return gram;
}

std::string nameOf(const RigidBody& body, const std::vector<ConstrainedState>& states) {
  const std::string object = fmt::format("object '{}'", states[body.state].state->name());
  if (body.num_parts == 1) return object;
  if (body.number > 0)
    return fmt::format("body {} of {}, at ({:.4g}, {:.4g}, {:.4g})", body.number, object, body.centre[0],
                       body.centre[1], body.centre[2]);
  return fmt::format("part {} of {} of {}, around ({:.4g}, {:.4g}, {:.4g})", body.part, body.num_parts, object,
                     body.centre[0], body.centre[1], body.centre[2]);
}

// Returns the six rigid-body modes of the group as one body, in terms of the modes of its bodies:
// [6 × bodies] by 6.
Eigen::MatrixXd combinedModes(const std::vector<int>& group, const RigidBodies& found) {
  const Vec3 origin = found.bodies[static_cast<std::size_t>(group[0])].centre;
  const double length = found.bodies[static_cast<std::size_t>(group[0])].gyration;
  Eigen::MatrixXd joint = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(6 * group.size()), 6);
  for (std::size_t g = 0; g < group.size(); ++g) {
    const RigidBody& body = found.bodies[static_cast<std::size_t>(group[g])];
    for (int k = 0; k < 3; ++k) {
      const auto row = static_cast<Eigen::Index>(6 * g);
      joint(row + k, k) = 1.0;
      joint.block<3, 1>(row, 3 + k) = Vec3::Unit(k).cross(body.centre - origin) / length;
      joint(row + 3 + k, 3 + k) = body.gyration / length;
    }
  }
  return joint;
}

std::string sentenceOf(const std::vector<int>& group, const Eigen::MatrixXd& modes, const RigidBodies& found,
                       const std::vector<ConstrainedState>& states, const char* joined_by) {
  int dimension = 0;
  for (const ConstrainedState& held : states) dimension = std::max(dimension, held.state->dimension());
  std::vector<std::string> names;
  for (const int b : group) names.push_back(nameOf(found.bodies[static_cast<std::size_t>(b)], states));
  const auto unheld = [&](const std::string& who, const std::string& can, const Eigen::MatrixXd& free, int of) {
    return fmt::format("{} {}: {} {}.", free.cols() == of ? "Nothing supports" : "Insufficient support of", who, can,
                       describeRigidModes(free, dimension));
  };
  if (group.size() == 1)
    return unheld(names[0], "it can", modes, found.bodies[static_cast<std::size_t>(group[0])].num_modes);
  const Eigen::MatrixXd joint = intersect(combinedModes(group, found), modes);
  if (joint.cols() == modes.cols())
    return unheld(fmt::format("{}, which are joined by {}", fmt::join(names, " and "), joined_by), "together they can",
                  joint, dimension == 3 ? 6 : 3);
  std::vector<std::string> parts;
  for (std::size_t g = 0; g < group.size(); ++g) {
    const Eigen::MatrixXd own = orthonormalRange(modes.middleRows(static_cast<Eigen::Index>(6 * g), 6));
    if (own.cols() > 0) parts.push_back(fmt::format("{} can {}", names[g], describeRigidModes(own, dimension)));
  }
  return fmt::format("Conditions and constraints leave a mechanism free (number of degrees of freedom: {}): {}.",
                     modes.cols(), fmt::join(parts, "; "));
}

// Bodies with free modes, and these modes, [6 × bodies] by their number.
struct FreeModes {
  std::vector<int> group;
  Eigen::MatrixXd modes;
};

// Joins all parts to one group, in which each part may move independently.
FreeModes together(const std::vector<FreeModes>& parts) {
  FreeModes all;
  Eigen::Index columns = 0;
  for (const FreeModes& part : parts) {
    all.group.insert(all.group.end(), part.group.begin(), part.group.end());
    columns += part.modes.cols();
  }
  std::sort(all.group.begin(), all.group.end());
  all.modes = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(6 * all.group.size()), columns);
  Eigen::Index column = 0;
  for (const FreeModes& part : parts) {
    for (std::size_t b = 0; b < part.group.size(); ++b) {
      const auto place = std::lower_bound(all.group.begin(), all.group.end(), part.group[b]) - all.group.begin();
      all.modes.block(6 * place, column, 6, part.modes.cols()) =
          part.modes.middleRows(static_cast<Eigen::Index>(6 * b), 6);
    }
    column += part.modes.cols();
  }
  return all;
}

// Removes the bodies that do not move.
FreeModes freePart(const FreeModes& all) {
  constexpr double still = 1e-6;
  FreeModes moving;
  std::vector<Eigen::Index> kept;
  for (std::size_t b = 0; b < all.group.size(); ++b) {
    const auto first = static_cast<Eigen::Index>(6 * b);
    if (all.modes.middleRows(first, 6).norm() < still) continue;
    moving.group.push_back(all.group[b]);
    kept.push_back(first);
  }
  moving.modes.resize(static_cast<Eigen::Index>(6 * kept.size()), all.modes.cols());
  for (std::size_t b = 0; b < kept.size(); ++b)
    moving.modes.middleRows(static_cast<Eigen::Index>(6 * b), 6) = all.modes.middleRows(kept[b], 6);
  return moving;
}

// Writes one mode of a group of bodies as a vector of degrees of freedom, which is zero elsewhere.
void fillMode(const Eigen::VectorXd& mode, const std::vector<int>& group, const RigidBodies& found,
              const std::vector<ConstrainedState>& states, Vec unknowns) {
  la::WriteArray entries(unknowns);
  std::fill(entries.begin(), entries.end(), 0.0);
  PetscInt next = 0;
  for (std::size_t s = 0; s < states.size(); ++s)
    for (LocalIndex node = 0; node < states[s].state->layout().numOwned(); ++node) {
      const int body = found.of_node[s][static_cast<std::size_t>(node)];
      const auto at = std::lower_bound(group.begin(), group.end(), body);
      const bool moves = at != group.end() && *at == body;
      for (int i = 0; i < states[s].state->block(); ++i)
        entries[next + i] =
            moves ? found.modes(body, *states[s].state, la::NodeFrame::of(*states[s].state, node).reference, i)
                            .dot(mode.segment<6>(6 * (at - group.begin()))) /
                        found.lengthOf(body, *states[s].state, i)
                  : 0.0;
      next += found.widths[s];
    }
}

// Returns the columns c with c·K c below round-off of c·S c, and all with c·S c = 0, in which no
// stiff degree of freedom moves.
Eigen::MatrixXd softDirections(const Eigen::MatrixXd& K, const Eigen::MatrixXd& S) {
  constexpr double nothing = 1e-14;  // Relative to the largest c·S c.
  constexpr double round_off = 1e-12;
  const base::Eigenpairs sizes = base::computeEigenpairs(0.5 * (S + S.transpose()));
  const Eigen::Index n = S.cols();
  const double largest = sizes.values[n - 1];
  Eigen::Index still = 0;
  while (still < n && sizes.values[still] <= nothing * largest) ++still;
  const Eigen::MatrixXd unit =
      sizes.vectors.rightCols(n - still) * sizes.values.tail(n - still).cwiseSqrt().cwiseInverse().asDiagonal();
  const Eigen::MatrixXd resistance = unit.transpose() * K * unit;
  Eigen::MatrixXd soft = sizes.vectors.leftCols(still);
  if (still == n) return soft;
  const base::Eigenpairs ratios = base::computeEigenpairs(0.5 * (resistance + resistance.transpose()));
  Eigen::Index free = 0;
  while (free < n - still && ratios.values[free] < round_off) ++free;
  soft.conservativeResize(n, still + free);
  soft.rightCols(free) = unit * ratios.vectors.leftCols(free);
  return soft;
}

// Returns the part of `modes` that A does not resist.
Eigen::MatrixXd modesWithoutStiffness(const Eigen::MatrixXd& modes, const std::vector<int>& group,
                                      const RigidBodies& found, const std::vector<ConstrainedState>& states, Mat A) {
  const Eigen::Index count = modes.cols();
  la::Vector diagonal, product;
  TENON_PETSC(MatCreateVecs(A, product.out(), diagonal.out()));
  TENON_PETSC(MatGetDiagonal(A, diagonal.get()));
  TENON_PETSC(VecAbs(diagonal.get()));
  std::vector<la::Vector> moved(static_cast<std::size_t>(count));
  for (Eigen::Index k = 0; k < count; ++k) {
    TENON_PETSC(VecDuplicate(diagonal.get(), moved[static_cast<std::size_t>(k)].out()));
    fillMode(modes.col(k), group, found, states, moved[static_cast<std::size_t>(k)].get());
  }
  Eigen::MatrixXd stiffness(count, count), scale(count, count);
  const auto gramOfProducts = [&](Eigen::MatrixXd& gram, Eigen::Index k) {
    for (Eigen::Index j = 0; j < count; ++j)
      TENON_PETSC(VecDot(product.get(), moved[static_cast<std::size_t>(j)].get(), &gram(j, k)));
  };
  for (Eigen::Index k = 0; k < count; ++k) {
    TENON_PETSC(MatMult(A, moved[static_cast<std::size_t>(k)].get(), product.get()));
    gramOfProducts(stiffness, k);
    TENON_PETSC(VecPointwiseMult(product.get(), diagonal.get(), moved[static_cast<std::size_t>(k)].get()));
    gramOfProducts(scale, k);
  }
  const Eigen::MatrixXd left = modes * softDirections(stiffness, scale);
  return left.cols() == 0 ? left : base::orthonormalBasis(left);
}

}  // namespace

std::vector<std::string> findFreeRigidModes(const std::vector<ConstrainedState>& states, const std::vector<Mat>& rows,
                                            const std::function<Mat()>& stiffness) {
  RigidBodies found = RigidBodies::find(states);
  std::vector<ModeCoupling> couplings;
  for (Mat matrix : rows)
    for (auto& coupling : modeCouplings(states, found, matrix)) couplings.push_back(std::move(coupling));
  const std::vector<bool> supported = findSupportedBodies(found, couplings);
  std::vector<std::string> sentences;
  std::vector<FreeModes> resisted;
  for (const auto& group : unsupportedGroups(supported, couplings)) {
    const Eigen::MatrixXd modes = nullSpace(gramOf(group, found, couplings));
    if (modes.cols() == 0) continue;
    const Eigen::MatrixXd free = stiffness ? modesWithoutStiffness(modes, group, found, states, stiffness()) : modes;
    if (free.cols() > 0)
      sentences.push_back(sentenceOf(group, free, found, states, "constraints"));
    else
      resisted.push_back({group, modes});
  }
  // Forces restrain each group alone, but these forces may act between the groups.
  if (resisted.size() < 2 || resisted.size() > most_together) return sentences;
  const FreeModes all = together(resisted);
  const Eigen::MatrixXd free = modesWithoutStiffness(all.modes, all.group, found, states, stiffness());
  if (free.cols() > 0) {
    const FreeModes moving = freePart({all.group, free});
    sentences.push_back(sentenceOf(moving.group, moving.modes, found, states, "forces and constraints"));
  }
  return sentences;
}

void requireSupported(const std::vector<ConstrainedState>& states, const std::vector<Mat>& rows,
                      const std::function<Mat()>& stiffness) {
  constexpr std::size_t most = 10;
  const std::vector<std::string> sentences = findFreeRigidModes(states, rows, stiffness);
  if (sentences.empty()) return;
  base::ErrorCollector problems;
  for (std::size_t i = 0; i < std::min(most, sentences.size()); ++i)
    problems.add(sentences[i] + " Add a Dirichlet condition or a constraint.");
  if (sentences.size() > most)
    problems.add(fmt::format("Insufficiently supported bodies that are not listed: {}.", sentences.size() - most));
  base::runCollectively(states.front().state->layout().comm(), [&] { problems.throwIfAny(); });
}

}  // namespace tenon::solver
