#include "tenon/simulation/rowMaps.hpp"

#include <fmt/format.h>

#include "tenon/io/parallelFile.hpp"

namespace tenon::simulation {
namespace {

using base::LocalIndex;

constexpr const char* components[] = {"x", "y", "z", "rx", "ry", "rz"};

/// A name as a field of CSV.
std::string quoted(const std::string& name) {
  if (name.find_first_of(",\"\n") == std::string::npos) return name;
  std::string text = "\"";
  for (const char letter : name) text += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return text + "\"";
}

/// A run of rows on this rank whose lines are alike.
struct Run {
  std::string name;         // of the object or constraint
  LocalIndex first;         // row on this rank
  LocalIndex count;         // rows
  std::int64_t before = 0;  // rows of the constraint on the ranks before
  int block = 1;
  const system::Body* body = nullptr;
  std::vector<LocalIndex> nodes = {};
};

const Run& runOf(const std::vector<Run>& runs, std::int64_t item) {
  std::size_t r = 0;
  while (item >= runs[r].first + runs[r].count) ++r;
  return runs[r];
}

std::int64_t rowsIn(const std::vector<Run>& runs) {
  return runs.empty() ? 0 : runs.back().first + runs.back().count;
}

/// The body whose state carries a constraint's rows on this rank.
const system::Body* carrierOf(const system::MechanicalSystem& mechanics, const constraint::Constraint& constraint) {
  for (const auto& body : mechanics.bodies())
    if (&body->state() == constraint.carrier()) return body.get();
  return nullptr;
}

std::vector<Run> runsOfConstraints(const system::MechanicalSystem& mechanics, const std::string& only) {
  std::vector<Run> runs;
  LocalIndex next = 0;
  for (const auto& constraint : mechanics.constraints()) {
    if (!only.empty() && constraint->name() != only) continue;
    const LocalIndex count = constraint->numRows();
    runs.push_back({quoted(constraint->name()), next, count, mechanics.comm().exclusiveSum(long{count}),
                    constraint->block(), carrierOf(mechanics, *constraint), constraint->carrierNodes()});
    next += count;
  }
  return runs;
}

}  // namespace

void writeRowMap(const system::MechanicalSystem& mechanics, const std::string& path) {
  std::vector<Run> runs;
  LocalIndex next = 0;
  for (const auto& body : mechanics.bodies()) {
    const la::State& state = body->state();
    runs.push_back(
        {quoted(body->name()), next, state.layout().numOwned() * state.block(), 0, state.block(), body.get()});
    next += runs.back().count;
  }
  const std::int64_t first = mechanics.comm().exclusiveSum(long{next});
  io::writeLinesInParallel(mechanics.comm(), path, "row,object,node,component\n", rowsIn(runs),
                           [&](std::int64_t item, fmt::memory_buffer& text) {
                             const Run& run = runOf(runs, item);
                             const auto at = static_cast<std::size_t>(item - run.first);
                             const auto block = static_cast<std::size_t>(run.block);
                             fmt::format_to(std::back_inserter(text), "{},{},{},{}\n", first + item, run.name,
                                            run.body->mesh().nodeTags()[at / block], components[at % block]);
                           });
}

void writeMultiplierMap(const system::MechanicalSystem& mechanics, const std::string& only, const std::string& path) {
  const std::vector<Run> runs = runsOfConstraints(mechanics, only);
  const std::int64_t first = mechanics.comm().exclusiveSum(static_cast<long>(rowsIn(runs)));
  io::writeLinesInParallel(
      mechanics.comm(), path, "row,constraint,number,object,node,component\n", rowsIn(runs),
      [&](std::int64_t item, fmt::memory_buffer& text) {
        const Run& run = runOf(runs, item);
        const auto at = static_cast<std::size_t>(item - run.first), block = static_cast<std::size_t>(run.block);
        const bool carried = run.body != nullptr && at / block < run.nodes.size();
        const auto node = carried ? static_cast<std::size_t>(run.nodes[at / block]) : 0;
        fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{}\n", first + item, run.name,
                       run.before + item - run.first, carried ? quoted(run.body->name()) : "",
                       carried ? fmt::format("{}", run.body->mesh().nodeTags()[node]) : "", at % block);
      });
}

void writeWholeMap(const system::MechanicalSystem& mechanics, const std::string& path) {
  long unknowns = 0;
  for (const auto* state : mechanics.states()) unknowns += long{state->layout().numOwned()} * state->block();
  const long rows = mechanics.numMultipliers();
  const base::Communicator& comm = mechanics.comm();
  const long first_unknown = comm.exclusiveSum(unknowns), first_row = comm.exclusiveSum(rows);
  io::writeLinesInParallel(
      comm, path, "row,matrix,of\n", unknowns + rows, [&](std::int64_t item, fmt::memory_buffer& text) {
        const bool of_A = item < unknowns;
        fmt::format_to(std::back_inserter(text), "{},{},{}\n", first_unknown + first_row + item, of_A ? 'A' : 'G',
                       of_A ? first_unknown + item : first_row + item - unknowns);
      });
}

}  // namespace tenon::simulation
