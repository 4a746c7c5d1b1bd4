// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "makeHistories.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/Solution.hpp"
#include "base/text.hpp"
#include "constraintRows.hpp"
#include "simulation/reading/entries.hpp"
#include "simulation/results/histories/EnergyHistory.hpp"
#include "simulation/results/histories/JointHistory.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/base/suggest.hpp"
#include "tenon/la/layout/NodeFrame.hpp"
#include "tenon/simulation/reading/registries.hpp"

namespace tenon::simulation {
namespace {

using base::LocalIndex;
using system::Body;
using system::MechanicalSystem;

// Limit of one history; beyond it, fields are appropriate.
constexpr std::int64_t most_columns = 1000;
void requireFew(std::int64_t columns, const std::string& what) {
  if (columns > most_columns)
    throw base::InputError(
        fmt::format("This history would have {} columns, {}, but at most {} are supported: select fewer nodes or "
                    "fields, or use `of: mean` or `of: sum`.",
                    columns, what, most_columns));
}

/// Checks a name that a history refers to.
/// @throws InputError if there is no such name
void requireNamed(const char* kind, const std::string& name, const std::vector<std::string>& names) {
  if (!base::contains(names, name))
    throw base::InputError(fmt::format("There is no {} '{}'{}", kind, name, base::suggestionFor(name, names)));
}

/// Checks the fields of a history at nodes.
/// @throws InputError if a field does not exist
void requireNodalFields(const std::vector<std::string>& fields, const std::string& object, bool moves, bool is_mapped) {
  std::vector<std::string> known{"displacement"};
  if (moves) known.emplace_back("velocity");
  if (!is_mapped) known.emplace_back("reaction");
  if (moves && !is_mapped) known.emplace_back("acceleration");
  for (const std::string& field : fields)
    if (!base::contains(known, field))
      throw base::InputError(fmt::format("There is no history of the field '{}' at nodes of '{}'{}", field, object,
                                         base::suggestionFor(field, known)));
}

/// Fields at the nodes of a group.
class NodeHistory : public History {
 public:
  NodeHistory(const HistorySettings& settings, const MechanicalSystem& mechanics, bool moves)
      : History(settings.name, {}), of_(settings.of) {
    findBody(settings.nodes.object, mechanics);
    const auto fields = settings.fields.empty() ? std::vector<std::string>{"displacement"} : settings.fields;
    requireNodalFields(fields, body_->name(), moves, is_mapped_);
    nodes_ = fem::ownedNodes(body_->domain(), settings.nodes.group);
    std::vector<std::int64_t> tags;
    for (const LocalIndex node : nodes_) tags.push_back(body_->mesh().nodeTags()[static_cast<std::size_t>(node)]);
    const auto count = body_->mesh().comm().sum(static_cast<std::int64_t>(tags.size()));
    base::runCollectively(body_->mesh().comm(), [&] {
      if (count == 0)
        throw base::InputError(
            fmt::format("There are no nodes in {}, but a history needs at least one.", settings.nodes.name()));
      if (of_ == "each")
        requireFew(count * body_->state().block() * static_cast<std::int64_t>(fields.size()),
                   "one for each component of each field at each node");
    });
    place(tags, count);
    for (const std::string& field : fields) addField(field);
  }

  analysis::SolutionRequest solutionRequest() const override { return {needs_forces_, false}; }

  std::vector<double> values(const TimeSample& sample) const override {
    std::vector<double> values(columns_.size(), 0.0);
    const auto block = static_cast<std::size_t>(body_->state().block());
    double* at = values.data();
    for (const Value& value : fields_) {
      const gsl::span<const double> all = value(sample);
      for (std::size_t i = 0; i < nodes_.size(); ++i)
        for (std::size_t c = 0; c < block; ++c)
          at[rows_[i] * block + c] += all[static_cast<std::size_t>(nodes_[i]) * block + c];
      at += num_rows_ * block;
    }
    body_->mesh().comm().sumInPlace(gsl::span<double>(values));
    if (of_ == "mean")
      for (double& value : values) value /= static_cast<double>(num_nodes_);
    return values;
  }

 private:
  using Value = std::function<gsl::span<const double>(const TimeSample&)>;

  void findBody(const std::string& name, const MechanicalSystem& mechanics) {
    std::vector<std::string> names;
    const auto look = [&](const Body& body, std::size_t index, bool mapped) {
      names.push_back(body.name());
      if (body.name() == name) body_ = &body, index_ = index, is_mapped_ = mapped;
    };
    for (std::size_t b = 0; b < mechanics.bodies().size(); ++b) look(*mechanics.bodies()[b], b, false);
    for (const Body* body : mechanics.mappedBodies()) look(*body, 0, true);
    requireNamed("object", name, names);
  }

  /// Assigns a row to each owned node: one common row, or rows in the order of node numbers.
  void place(const std::vector<std::int64_t>& tags, std::int64_t count) {
    num_nodes_ = count;
    num_rows_ = of_ == "each" ? static_cast<std::size_t>(count) : 1;
    rows_.assign(tags.size(), 0);
    if (of_ != "each") return;
    tags_ = body_->mesh().comm().gatherAll(tags);
    std::sort(tags_.begin(), tags_.end());
    for (std::size_t i = 0; i < tags.size(); ++i)
      rows_[i] = static_cast<std::size_t>(std::lower_bound(tags_.begin(), tags_.end(), tags[i]) - tags_.begin());
  }

  void addField(const std::string& field) {
    for (std::size_t row = 0; row < num_rows_; ++row)
      for (int c = 0; c < body_->state().block(); ++c)
        columns_.push_back(fmt::format("{}_{}{}", field, la::dofName(body_->state(), c),
                                       num_rows_ > 1 ? fmt::format("_{}", tags_[row]) : ""));
    const la::State& state = body_->state();
    if (field == "displacement") fields_.emplace_back([&state](const TimeSample&) { return state.displacement(); });
    if (field == "velocity") fields_.emplace_back([&state](const TimeSample&) { return state.velocity(); });
    if (field == "acceleration") fields_.emplace_back([&state](const TimeSample&) { return state.acceleration(); });
    if (field != "reaction") return;
    needs_forces_ = true;
    fields_.emplace_back([index = index_](const TimeSample& sample) {
      return gsl::span<const double>(sample.solution.reactions[index]);
    });
  }

  std::string of_;
  const Body* body_ = nullptr;
  std::size_t index_ = 0;  // Index among the bodies.
  bool is_mapped_ = false, needs_forces_ = false;
  std::vector<LocalIndex> nodes_;   // Owned nodes.
  std::vector<std::size_t> rows_;   // Row of each owned node.
  std::vector<std::int64_t> tags_;  // Node number of each row.
  std::size_t num_rows_ = 0;
  std::int64_t num_nodes_ = 0;
  std::vector<Value> fields_;
};

/// Force of a constraint on each of its objects, or its multipliers.
class ConstraintHistory : public History {
 public:
  ConstraintHistory(const HistorySettings& settings, const MechanicalSystem& mechanics)
      : History(settings.name, {}), mechanics_(mechanics), of_(settings.of) {
    find(settings.constraint);
    const auto fields = settings.fields.empty() ? std::vector<std::string>{"force"} : settings.fields;
    const std::vector<std::string> known{"force", "multipliers"};
    for (const std::string& field : fields)
      if (!base::contains(known, field))
        throw base::InputError(fmt::format("There is no history of the field '{}' of a constraint{}", field,
                                           base::suggestionFor(field, known)));
    if (base::contains(fields, "force")) addForces();
    if (base::contains(fields, "multipliers")) addMultipliers();
  }

  analysis::SolutionRequest solutionRequest() const override { return {false, !bodies_.empty()}; }

  std::vector<double> values(const TimeSample& sample) const override {
    std::vector<double> values(columns_.size(), 0.0);
    double* at = values.data();
    for (const std::size_t b : bodies_) {
      const auto block = static_cast<std::size_t>(mechanics_.bodies()[b]->state().block());
      const std::vector<double>& force = sample.solution.constraint_forces[number_][b];
      const auto owned = static_cast<std::size_t>(mechanics_.bodies()[b]->mesh().layout().numOwned()) * block;
      for (std::size_t i = 0; i < owned; ++i) at[i % block] += force[i];
      at += block;
    }
    const std::vector<double>& multipliers = sample.solution.multipliers[number_];
    for (std::size_t r = 0; r < rows_.size(); ++r) at[rows_[r]] += multipliers[r];
    mechanics_.comm().sumInPlace(gsl::span<double>(values));
    if (of_ == "mean" && num_rows_ > 0) *at /= static_cast<double>(num_rows_);
    return values;
  }

 private:
  const constraint::Constraint& constraint() const { return *mechanics_.constraints()[number_]; }

  void find(const std::string& name) {
    std::vector<std::string> names;
    for (const auto& constraint : mechanics_.constraints()) names.push_back(constraint->name());
    requireNamed("constraint", name, names);
    number_ = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  }

  /// Adds columns for the bodies in the rows of the constraint.
  void addForces() {
    constraint::JacobianRows rows;
    constraint().addJacobian(rows);
    for (std::size_t b = 0; b < mechanics_.bodies().size(); ++b) {
      const Body& body = *mechanics_.bodies()[b];
      const bool touches = std::any_of(rows.entries().begin(), rows.entries().end(),
                                       [&](const auto& entry) { return entry.state == &body.state(); });
      if (!mechanics_.comm().any(touches)) continue;
      bodies_.push_back(b);
      for (int c = 0; c < body.state().block(); ++c)
        columns_.push_back(fmt::format("force_{}_{}", body.name(), la::dofName(body.state(), c)));
    }
  }

  void addMultipliers() {
    num_rows_ = mechanics_.comm().sum(static_cast<std::int64_t>(constraint().numRows()));
    const bool each = of_ == "each";
    base::runCollectively(mechanics_.comm(), [&] {
      if (each) requireFew(num_rows_, "one for each multiplier");
    });
    for (const std::int64_t number : numbersOfRows(mechanics_, constraint()))
      rows_.push_back(each ? static_cast<std::size_t>(number) : 0);
    for (std::int64_t r = 0; r < (each ? num_rows_ : 1); ++r)
      columns_.push_back(each ? fmt::format("multiplier_{}", r) : "multiplier");
  }

  const MechanicalSystem& mechanics_;
  std::string of_;
  std::size_t number_ = 0;           // Index among the constraints.
  std::vector<std::size_t> bodies_;  // Bodies whose forces are written.
  std::vector<std::size_t> rows_;    // Index of each owned multiplier among the columns.
  std::int64_t num_rows_ = 0;
};

/// Checks the keys of a history, and whatever they refer to that is known.
/// @throws InputError if a history cannot be recorded
void requireRecordable(const HistorySettings& settings, const HistoryContext& context) {
  const bool of_nodes = !settings.nodes.object.empty(), of_constraint = !settings.constraint.empty();
  const bool of_joint = !settings.joint.empty();
  if (of_nodes + of_constraint + of_joint + settings.energies != 1)
    throw base::InputError("A history needs exactly one of the keys `nodes`, `constraint`, `joint` and `energies`.");
  if (of_nodes) requireNodalFields(settings.fields, settings.nodes.object, context.moves, false);
  if (of_nodes && context.find) context.find(settings.nodes.object).mesh.group(settings.nodes.group);
  if (of_constraint && context.constraints) requireNamed("constraint", settings.constraint, *context.constraints);
  if (of_joint && context.joints) requireNamed("joint", settings.joint, *context.joints);
  if (!settings.energies) return;
  if (!context.moves) throw base::InputError("A history of energies is available only in transient analyses.");
  if (!context.energies) throw base::InputError("A history of energies is not available with `energies: false`.");
}

/// Entry of `output.histories` with its place in the case.
struct HistoryEntry {
  base::CaseNode node;
  HistorySettings settings;
};

/// Returns settings that contain only the name of an entry.
HistorySettings namedSettings(const base::CaseNode& node) {
  HistorySettings settings;
  settings.name = node["name"].text();
  return settings;
}

/// Reads and checks the entries. The result contains those without errors.
std::vector<HistoryEntry> readEntries(const std::vector<base::CaseNode>& nodes, const HistoryContext& context,
                                      base::ErrorCollector& problems) {
  base::Parameters<HistorySettings> table;
  HistorySettings::declare(table);
  std::vector<HistoryEntry> entries;
  std::vector<std::string> names;
  const auto read = [&](const base::CaseNode& node) {
    const bool is_typed = node.isMap() && node.has("type");
    if (is_typed) registries().histories.check(node);
    const HistorySettings settings = is_typed ? namedSettings(node) : table.read(node, {});
    if (settings.name.find('/') != std::string::npos || !base::isDatasetName(settings.name))
      node.fail(
          "the name of a history, which is part of a file name, must not be empty, '.' or '..' and must not contain a "
          "'/'.");
    if (base::contains(names, settings.name))
      node.fail(fmt::format("two histories have the name '{}': rename one of them.", settings.name));
    if (settings.name == EnergyHistory::table && !settings.energies)
      node.fail("this name is reserved for the energies: choose another name.");
    names.push_back(settings.name);
    if (!is_typed) withErrorLocation(node, [&] { requireRecordable(settings, context); });
    entries.push_back({node, settings});
  };
  for (const base::CaseNode& node : nodes) problems.attempt([&] { read(node); });
  return entries;
}

std::unique_ptr<History> makeHistory(const HistoryEntry& entry, const MechanicalSystem& mechanics, bool moves) {
  if (entry.node.has("type")) return registries().histories.make(entry.node, mechanics);
  const HistorySettings& settings = entry.settings;
  if (!settings.nodes.object.empty()) return std::make_unique<NodeHistory>(settings, mechanics, moves);
  if (!settings.constraint.empty()) return std::make_unique<ConstraintHistory>(settings, mechanics);
  if (!settings.joint.empty()) return std::make_unique<JointHistory>(settings, mechanics);
  return std::make_unique<EnergyHistory>(settings.name);
}

}  // namespace

void checkHistories(const std::vector<base::CaseNode>& entries, const HistoryContext& context,
                    base::ErrorCollector& problems) {
  readEntries(entries, context, problems);
}

std::vector<std::unique_ptr<History>> makeHistories(const std::vector<base::CaseNode>& entries,
                                                    const MechanicalSystem& mechanics, bool moves, bool energies) {
  base::ErrorCollector problems;
  std::vector<std::unique_ptr<History>> histories;
  for (const HistoryEntry& entry : readEntries(entries, {moves, energies}, problems))
    problems.attempt(
        [&] { withErrorLocation(entry.node, [&] { histories.push_back(makeHistory(entry, mechanics, moves)); }); });
  base::runCollectively(mechanics.comm(), [&] { problems.throwIfAny(); });
  return histories;
}

}  // namespace tenon::simulation
