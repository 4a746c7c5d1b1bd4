// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Trajectory.hpp"

#include <utility>

#include "analysis/steps/equationsSnapshot.hpp"
#include "la/arrays.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {
namespace {

using Location = io::ScratchFile::Location;

void addEntries(Vec vector, std::vector<double>& values) {
  if (vector == nullptr) return;
  const la::ReadArray entries(vector);
  values.insert(values.end(), entries.begin(), entries.end());
}

/// Returns a vector like `like` with the entries that begin at `next`, which is advanced.
la::Vector takeVector(Vec like, const double*& next) {
  if (like == nullptr) return {};
  la::Vector vector = la::makeZeroLike(like);
  la::WriteArray entries(vector.get());
  std::copy(next, next + entries.size(), entries.begin());
  next += entries.size();
  return vector;
}

}  // namespace

std::size_t Trajectory::bytesOf(const Entry& entry) const {
  const auto* const values = std::get_if<std::vector<double>>(&entry.values);
  return values != nullptr ? values->size() * sizeof(double) : 0;
}

void Trajectory::append(TrajectoryRecord record) {
  Snapshot& after = record.after;
  if (!unknowns_) {
    unknowns_ = la::makeZeroLike(after.state.q.get());
    if (after.multipliers) rows_ = la::makeZeroLike(after.multipliers.get());
  }
  std::vector<double> values;
  for (la::Vector* const vector : {&after.state.q, &after.state.v, &after.state.a, &after.multipliers}) {
    addEntries(vector->get(), values);
    *vector = la::Vector();
  }
  Entry entry{std::move(record), {}};
  base::runCollectively(comm_, [&] {
    const double bytes = static_cast<double>(values.size() * sizeof(double));
    if (!usesFile() && bytes_in_memory_ + bytes <= options_.memory) {
      bytes_in_memory_ += bytes;
      entry.values = std::move(values);
    } else {
      entry.values = file_.append(values);
    }
  });
  entries_.push_back(std::move(entry));
}

TrajectoryRecord Trajectory::at(std::size_t index) const {
  const Entry& entry = entries_[index];
  TrajectoryRecord record;
  record.kind = entry.record.kind, record.length = entry.record.length;
  record.stepper_numbers = entry.record.stepper_numbers;
  const Snapshot& stored = entry.record.after;
  record.after.step = stored.step, record.after.time = stored.time;
  record.after.reference_values = stored.reference_values;
  record.after.internal = stored.internal, record.after.memory = stored.memory;
  std::vector<double> from_file;
  base::runCollectively(comm_, [&] {
    const auto* const location = std::get_if<Location>(&entry.values);
    if (location == nullptr) return;
    from_file.resize(location->count);
    file_.read(*location, from_file);
  });
  const auto* const in_memory = std::get_if<std::vector<double>>(&entry.values);
  const double* next = in_memory != nullptr ? in_memory->data() : from_file.data();
  for (la::Vector* const vector : {&record.after.state.q, &record.after.state.v, &record.after.state.a})
    *vector = takeVector(unknowns_.get(), next);
  record.after.multipliers = takeVector(rows_.get(), next);
  return record;
}

void Trajectory::truncateAfter(int step) {
  while (!entries_.empty() && entries_.back().record.after.step > step) {
    if (const auto* const location = std::get_if<Location>(&entries_.back().values)) file_.truncate(location->offset);
    bytes_in_memory_ -= static_cast<double>(bytesOf(entries_.back()));
    entries_.pop_back();
  }
}

void Trajectory::clear() {
  truncateAfter(-1);
}

void restoreRecord(Equations& equations, const TrajectoryRecord& record) {
  const Snapshot& after = record.after;
  restoreEquations(equations, after, [&] { equations.setState(after.time, after.state, after.multipliers.get()); });
  restoreActiveRows(equations, after);
}

}  // namespace tenon::analysis
