// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "bodyContactTable.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/RowOrder.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::simulation {
namespace {

using analysis::BodyContact;

constexpr std::pair<const char*, double (BodyContact::*)[3]> vectors[] = {
    {"place", &BodyContact::position},
    {"normal", &BodyContact::normal},
    {"force", &BodyContact::force},
    {"moment", &BodyContact::moment},
    {"place_on_first", &BodyContact::position_on_first}};

/// Standard names of datasets, and the former names by which they are stored.
constexpr std::pair<const char*, const char*> standard_names[] = {{"position", "place"},
                                                                  {"position_on_first", "place_on_first"}};

void addStandardNames(io::Hdf5File& file, const std::string& group) {
  for (const auto& [standard, former] : standard_names)
    file.addName(fmt::format("{}/{}", group, former), fmt::format("{}/{}", group, standard));
}

/// Returns the indices of the rows. Points of one pair are on one rank and keep their order.
std::vector<std::int64_t> numbersOf(const system::MechanicalSystem& system, const std::vector<BodyContact>& contacts) {
  std::vector<std::int64_t> starts{0};
  for (const auto& body : system.bodies()) starts.push_back(starts.back() + body->mesh().layout().numGlobal());
  const auto numberOf = [&](const BodyContact& contact, int side) {
    return starts[static_cast<std::size_t>(contact.objects[side])] + contact.bodies[side];
  };
  std::vector<std::int64_t> keys;
  for (const BodyContact& contact : contacts)
    keys.push_back(numberOf(contact, 0) * (starts.back() + 1) + numberOf(contact, 1));
  return io::numbersOfKeys(system.comm(), keys);
}

/// Checks that all datasets have the same number of rows, which may not hold in a damaged file. The
/// result is identical on all ranks.
void requireEqualRows(const io::Hdf5File& file, const std::string& group) {
  const std::int64_t rows = file.rows(group + "/gap");
  std::vector<std::string> names{"object", "body"};
  for (const auto& vector : vectors) names.emplace_back(vector.first);
  for (const std::string& name : names)
    if (file.rows(group + "/" + name) != rows)
      throw base::FileError(fmt::format("'{}' is damaged: {}/{} does not have the same number of rows as {}/gap.",
                                        file.path(), group, name, group));
}

}  // namespace

void writeBodyContacts(io::Hdf5File& file, const std::string& group, const system::MechanicalSystem& system,
                       const std::vector<BodyContact>& contacts) {
  const std::int64_t total = system.comm().sum(static_cast<std::int64_t>(contacts.size()));
  const io::RowOrder order(system.comm(), numbersOf(system, contacts), total);
  std::vector<std::int32_t> objects;
  std::vector<std::int64_t> bodies;
  std::vector<double> gaps;
  for (const BodyContact& contact : contacts) {
    objects.insert(objects.end(), contact.objects, contact.objects + 2);
    bodies.insert(bodies.end(), contact.bodies, contact.bodies + 2);
    gaps.push_back(contact.gap);
  }
  file.writeRows(group + "/object", order.arrange(objects, 2), 2);
  file.writeRows(group + "/body", order.arrange(bodies, 2), 2);
  file.writeRows(group + "/gap", order.arrange(gaps));
  for (const auto& [name, member] : vectors) {
    std::vector<double> values;
    for (const BodyContact& contact : contacts) values.insert(values.end(), contact.*member, contact.*member + 3);
    file.writeRows(group + "/" + name, order.arrange(values, 3), 3);
  }
  addStandardNames(file, group);
}

void copyBodyContacts(const io::Hdf5File& from, const std::string& group, io::Hdf5File& to, const std::string& copy) {
  to.writeRows(copy + "/object", from.readShare<std::int32_t>(group + "/object", 2), 2);
  to.writeRows(copy + "/body", from.readShare<std::int64_t>(group + "/body", 2), 2);
  to.writeRows(copy + "/gap", from.readShare<double>(group + "/gap"));
  for (const auto& vector : vectors) {
    const std::string name = std::string("/") + vector.first;
    to.writeRows(copy + name, from.readShare<double>(group + name, 3), 3);
  }
  addStandardNames(to, copy);
}

std::vector<BodyContact> readBodyContacts(const io::Hdf5File& file, const std::string& group) {
  std::vector<BodyContact> contacts;
  if (!file.exists(group)) return contacts;
  requireEqualRows(file, group);
  const auto objects = file.readShare<std::int32_t>(group + "/object", 2);
  const auto bodies = file.readShare<std::int64_t>(group + "/body", 2);
  const auto gaps = file.readShare<double>(group + "/gap");
  contacts.resize(gaps.size());
  for (std::size_t t = 0; t < contacts.size(); ++t) {
    std::copy_n(objects.begin() + static_cast<std::ptrdiff_t>(2 * t), 2, contacts[t].objects);
    std::copy_n(bodies.begin() + static_cast<std::ptrdiff_t>(2 * t), 2, contacts[t].bodies);
    contacts[t].gap = gaps[t];
  }
  for (const auto& [name, member] : vectors) {
    const auto values = file.readShare<double>(group + "/" + name, 3);
    for (std::size_t t = 0; t < contacts.size(); ++t)
      std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(3 * t), 3, contacts[t].*member);
  }
  return contacts;
}

}  // namespace tenon::simulation
