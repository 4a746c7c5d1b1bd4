#include "stepperMemory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tenon/base/check.hpp"
#include "tenon/base/quote.hpp"
#include "tenon/la/vectors.hpp"

namespace tenon::analysis {
namespace {

using Memory = Stepper::Memory;

la::Vector clone(Vec vector) {
  la::Vector copy = la::like(vector);
  TENON_PETSC(VecCopy(vector, copy.get()));
  return copy;
}

[[noreturn]] void refuseMemory(const Snapshot& snapshot, const std::string& what) {
  throw base::InputError(
      fmt::format("The checkpoint of the stepper '{}' {}: it was written by another version of tenon, or is damaged. "
                  "Restart with that version, or run without `--restart`.",
                  snapshot.steps.stepper, what));
}

/// Returns the names of the vectors of the snapshot.
std::vector<std::string> namesOfVectors(const Snapshot& snapshot, Stepper& stepper) {
  const auto& memory = snapshot.memory;
  std::vector<std::string> names;
  for (const RememberedVector& entry : memory) names.push_back(entry.name);
  if (std::none_of(names.begin(), names.end(), [](const std::string& name) { return name.empty(); })) return names;
  names = stepper.namesOfUnnamed(memory.size());
  if (names.size() != memory.size())
    refuseMemory(snapshot,
                 fmt::format("contains {} unnamed vectors, a number that no known version writes", memory.size()));
  return names;
}

void recallVectors(const Snapshot& snapshot, Stepper& stepper) {
  const Memory memory = stepper.memory();
  const std::vector<std::string> names = namesOfVectors(snapshot, stepper);
  for (std::size_t m = 0; m < names.size(); ++m) {
    const auto known = std::find_if(memory.vectors.begin(), memory.vectors.end(),
                                    [&](const Memory::Entry& entry) { return entry.name == names[m]; });
    if (known == memory.vectors.end())
      refuseMemory(snapshot,
                   fmt::format("contains the vector {}, which is unknown to this version", base::quote(names[m])));
    *known->vector = clone(snapshot.memory[m].vector.get());
  }
}

void recallNumbers(const Snapshot& snapshot, Stepper& stepper) {
  const Memory memory = stepper.memory();
  if (snapshot.numbers.size() != memory.numbers.size())
    refuseMemory(snapshot,
                 fmt::format("contains {} numbers instead of {}", snapshot.numbers.size(), memory.numbers.size()));
  for (std::size_t n = 0; n < memory.numbers.size(); ++n) {
    const auto known = std::find_if(snapshot.numbers.begin(), snapshot.numbers.end(),
                                    [&](const RememberedNumber& one) { return one.name == memory.numbers[n].name; });
    const bool has_names = !snapshot.numbers[n].name.empty();
    if (has_names && known == snapshot.numbers.end())
      refuseMemory(snapshot, fmt::format("lacks the number '{}'", memory.numbers[n].name));
    *memory.numbers[n].number = has_names ? known->value : snapshot.numbers[n].value;
  }
}

/// Checks that all required vectors are present. They may be missing before the first step only,
/// where all numbers are 0.
void requireComplete(const Snapshot& snapshot, const Memory& memory) {
  const bool has_stepped =
      snapshot.step > 0 || std::any_of(memory.numbers.begin(), memory.numbers.end(),
                                       [](const Memory::Number& one) { return *one.number != 0.0; });
  for (const Memory::Entry& entry : memory.vectors)
    if (has_stepped && !entry.is_optional && !*entry.vector)
      refuseMemory(snapshot, fmt::format("lacks the vector '{}'", entry.name));
}

}  // namespace

std::vector<std::string> Stepper::namesOfUnnamed(std::size_t count) {
  std::vector<std::string> names;
  const Memory memory = this->memory();
  for (std::size_t m = 0; m < std::min(count, memory.vectors.size()); ++m) names.push_back(memory.vectors[m].name);
  return count > names.size() ? std::vector<std::string>() : names;
}

void remember(Stepper& stepper, Snapshot& snapshot) {
  const Memory memory = stepper.memory();
  for (const Memory::Entry& entry : memory.vectors)
    if (*entry.vector) snapshot.memory.push_back({entry.name, clone(entry.vector->get())});
  for (const Memory::Number& one : memory.numbers) snapshot.numbers.push_back({one.name, *one.number});
}

void recall(const Snapshot& snapshot, Stepper& stepper) {
  recallVectors(snapshot, stepper);
  recallNumbers(snapshot, stepper);
  requireComplete(snapshot, stepper.memory());
}

}  // namespace tenon::analysis
