// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "stepperRestart.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/interface/interfaceNames.hpp"
#include "base/quote.hpp"
#include "la/vectors.hpp"
#include "tenon/base/check.hpp"

namespace tenon::analysis {
namespace {

using RestartData = Stepper::RestartData;

[[noreturn]] void refuseRestartData(const Snapshot& snapshot, const std::string& what) {
  throw base::InputError(fmt::format(
      "The checkpoint of the time integrator '{}' {}: it was written by another version of tenon, or is damaged. "
      "Restart with that version, or run without {}.",
      snapshot.stepping.stepper, what, base::nameOfOption("--restart")));
}

/// Returns the names of the vectors of the snapshot.
std::vector<std::string> namesOfVectors(const Snapshot& snapshot, Stepper& stepper) {
  const auto& vectors = snapshot.stepper_vectors;
  std::vector<std::string> names;
  for (const NamedVector& entry : vectors) names.push_back(entry.name);
  if (std::none_of(names.begin(), names.end(), [](const std::string& name) { return name.empty(); })) return names;
  names = stepper.legacyVectorNames(vectors.size());
  if (names.size() != vectors.size())
    refuseRestartData(snapshot, fmt::format("contains an unsupported number of unnamed vectors ({})", vectors.size()));
  return names;
}

void restoreVectors(const Snapshot& snapshot, Stepper& stepper) {
  const RestartData data = stepper.restartData();
  const std::vector<std::string> names = namesOfVectors(snapshot, stepper);
  for (std::size_t m = 0; m < names.size(); ++m) {
    const auto known = std::find_if(data.vectors.begin(), data.vectors.end(),
                                    [&](const RestartData::VectorReference& entry) { return entry.name == names[m]; });
    if (known == data.vectors.end())
      refuseRestartData(snapshot,
                        fmt::format("contains the vector {}, which is unknown to this version", base::quote(names[m])));
    *known->vector = la::copyOf(snapshot.stepper_vectors[m].vector.get());
  }
}

void restoreNumbers(const Snapshot& snapshot, Stepper& stepper) {
  const RestartData data = stepper.restartData();
  if (snapshot.stepper_numbers.size() != data.numbers.size())
    refuseRestartData(snapshot, fmt::format("contains the wrong number of scalars ({} instead of {})",
                                            snapshot.stepper_numbers.size(), data.numbers.size()));
  for (std::size_t n = 0; n < data.numbers.size(); ++n) {
    const auto known = std::find_if(snapshot.stepper_numbers.begin(), snapshot.stepper_numbers.end(),
                                    [&](const NamedNumber& one) { return one.name == data.numbers[n].name; });
    const bool has_names = !snapshot.stepper_numbers[n].name.empty();
    if (has_names && known == snapshot.stepper_numbers.end())
      refuseRestartData(snapshot, fmt::format("lacks the number '{}'", data.numbers[n].name));
    *data.numbers[n].number = has_names ? known->value : snapshot.stepper_numbers[n].value;
  }
}

/// Checks that all required vectors are present. They may be missing before the first step only,
/// where all numbers are 0.
void requireComplete(const Snapshot& snapshot, const RestartData& data) {
  const bool has_stepped =
      snapshot.step > 0 || std::any_of(data.numbers.begin(), data.numbers.end(),
                                       [](const RestartData::NumberReference& one) { return *one.number != 0.0; });
  for (const RestartData::VectorReference& entry : data.vectors)
    if (has_stepped && !entry.is_optional && !*entry.vector)
      refuseRestartData(snapshot, fmt::format("lacks the vector '{}'", entry.name));
}

}  // namespace

void storeStepper(Stepper& stepper, Snapshot& snapshot) {
  const RestartData data = stepper.restartData();
  for (const RestartData::VectorReference& entry : data.vectors)
    if (*entry.vector) snapshot.stepper_vectors.push_back({entry.name, la::copyOf(entry.vector->get())});
  for (const RestartData::NumberReference& one : data.numbers)
    snapshot.stepper_numbers.push_back({one.name, *one.number});
}

void restoreStepper(const Snapshot& snapshot, Stepper& stepper) {
  restoreVectors(snapshot, stepper);
  restoreNumbers(snapshot, stepper);
  requireComplete(snapshot, stepper.restartData());
}

}  // namespace tenon::analysis
