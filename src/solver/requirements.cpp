// What a system has to be for statics to solve it: members of LinearStatics that only look.
#include <fmt/format.h>

#include <limits>

#include "byBody.hpp"
#include "representable.hpp"
#include "tenon/base/collectively.hpp"
#include "tenon/la/vectors.hpp"
#include "tenon/solver/LinearStatics.hpp"
#include "tenon/solver/freeMotions.hpp"

namespace tenon::solver {
namespace {

using system::Body;

std::vector<la::ElementTable> solidCells(const mesh::Mesh& mesh) {
  std::vector<la::ElementTable> tables;
  for (const auto& block : mesh.blocks())
    if (mesh::info(block.type).dimension == mesh.dimension())
      tables.push_back({block.nodes.data(), mesh::info(block.type).num_nodes, block.numCells()});
  return tables;
}

}  // namespace

void LinearStatics::requireSupported() {
  std::vector<HeldState> states;
  for (std::size_t b = 0; b < mechanics_.bodies().size(); ++b) {
    const Body& body = *mechanics_.bodies()[b];
    const auto& held = mechanics_.held()[b];
    states.push_back({&body.state(), solidCells(body.mesh()),
                      [&held](LocalIndex node, int component) { return held.isHeld(node, component); }});
  }
  const std::vector<Mat> rows{constraints_ ? constraints_->full() : nullptr, mechanics_.projection().directions()};
  solver::requireSupported(states, rows, [&] {
    system_->assemble(system::statics);
    return system_->get();
  });
}

// The diagonal of a node that is free and belongs to anything stiff is positive, and a number.
void LinearStatics::requireStiffness() {
  la::Vector diagonal = system_->layout().makeVector();
  TENON_PETSC(MatGetDiagonal(system_->get(), diagonal.get()));
  stiffest_ = largestEntry(diagonal.get());
  if (stiffest_ > largest_representable && !solver_) refuseStiffness(mechanics_);  // later, Newton's method diverges
  const auto entries = byBody(mechanics_, system_->layout(), diagonal.get());
  for (std::size_t b = 0; b < entries.size(); ++b) {
    const Body& body = *mechanics_.bodies()[b];
    const int block = body.state().block();
    long first = std::numeric_limits<long>::max(), count = 0;
    for (LocalIndex node = 0; node < body.state().layout().numOwned(); ++node) {
      bool soft = false;
      for (int i = 0; i < block; ++i)
        soft = soft ||
               (entries[b][static_cast<std::size_t>(node * block + i)] == 0.0 && !mechanics_.held()[b].isHeld(node, i));
      if (!soft) continue;
      first = std::min(first, static_cast<long>(body.mesh().nodeTags()[static_cast<std::size_t>(node)]));
      ++count;
    }
    first = mechanics_.comm().min(first);
    count = mechanics_.comm().sum(count);
    base::collectively(mechanics_.comm(), [&] {
      if (count > 0)
        throw base::InputError(fmt::format(
            "Nothing gives {} free node{} of object '{}' a stiffness, node {} for one: all its cells need a "
            "force of type elastic.",
            count, count == 1 ? "" : "s", body.name(), first));
    });
  }
}

void LinearStatics::requireRepresentable(const Balance& balance, Vec violation) const {
  const bool fits = balance.free_norm + balance.reaction_norm <= largest_representable &&
                    (violation == nullptr || la::norm(violation) <= largest_representable);
  if (!fits) solver::requireRepresentable(mechanics_);
}

void LinearStatics::requirePositions() const {
  for (const auto& constraint : mechanics_.constraints())
    if (constraint->active && constraint->level() == constraint::Constraint::Level::velocity)
      throw base::InputError(
          fmt::format("The constraint '{}' is a condition on velocities, and a static analysis has none: leave it out, "
                      "or say `active: false`.",
                      constraint->name()));
}

void LinearStatics::requireSolvable() const {
  requirePositions();
  if (system_->options().what.first_order)
    throw base::InputError(
        "`first_order: true` makes another matrix than the one to be solved: it is for the preconditioner's own "
        "system.");
  for (const auto* system : {system_.get(), preconditioner_.get()})
    if (system != nullptr && !system->options().what.projective_conditions)
      throw base::InputError(
          fmt::format("A system of kind '{}' that is told `projective_conditions: false` keeps the unknowns that "
                      "conditions hold: it "
                      "can be exported, but not solved.",
                      system->kind()));
}

}  // namespace tenon::solver
