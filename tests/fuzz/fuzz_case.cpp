// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Fuzzer of case files. Each value of a case is read or rejected by an InputError of bounded
// length. The same holds for each entry and the type that it names, and for each block and its
// reader, as far as no mesh is required.
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "analysis/Analysis.hpp"
#include "base/Runtime.hpp"
#include "base/text.hpp"
#include "constraint/linear/MultiPoint.hpp"
#include "simulation/reading/InitialVelocity.hpp"
#include "simulation/reading/OutputSettings.hpp"
#include "simulation/reading/bodyTable.hpp"
#include "simulation/reading/derivedObject.hpp"
#include "simulation/reading/groups.hpp"
#include "simulation/reading/links.hpp"
#include "simulation/reading/readSolver.hpp"
#include "simulation/results/histories/HistorySettings.hpp"
#include "system/forms/registry.hpp"
#include "tenon/base/CaseNode.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/Expression.hpp"
#include "tenon/simulation/reading/registries.hpp"

namespace {

using namespace tenon::simulation;
using tenon::base::CaseNode;
using tenon::base::ErrorCollector;

template <class Work>
void attempt(Work&& work) {
  try {
    work();
  } catch (const tenon::base::InputError& error) {
    const std::string said = error.what();
    if (said.size() > 1'000'000 || tenon::base::firstInvalidUtf8(said) != std::string::npos) std::abort();
  } catch (const tenon::base::FileError&) {  // a file named in the case cannot be read
  }
}

void readAsEverything(const CaseNode& node) {
  attempt([&] { node.number(); });
  attempt([&] { node.integer(); });
  attempt([&] { node.boolean(); });
  attempt([&] { node.text(); });
  attempt([&] { node.vector(); });
  attempt([&] { tenon::base::Expression::read(node)({1.0, 2.0, 3.0}, 0.5); });
  attempt([&] { node.requireKnownKeys({"type", "objects", "group"}); });
  attempt([&] {
    std::vector<tenon::constraint::Equation> equations;
    tenon::constraint::readValue(node, equations);
  });
}

template <class Data>
void readAs(const CaseNode& node) {
  static const auto table = [] {
    tenon::base::Parameters<Data> made;
    Data::declare(made);
    return made;
  }();
  attempt([&] { table.read(node, {}); });
}

template <class Registry>
void checkIn(const Registry& registry, const CaseNode& node, const std::string& type) {
  if (tenon::base::contains(registry.names(), type)) attempt([&] { registry.check(node); });
}

/// Checks a value as an entry of each registry that has its type.
void checkAsEntry(const CaseNode& node) {
  std::string type;
  attempt([&] {
    if (node.isMap() && node.has("type")) type = node["type"].text();
  });
  if (type.empty()) return;
  const Registries& all = registries();
  checkIn(all.forces, node, type);
  checkIn(all.interactions, node, type);
  checkIn(all.materials, node, type);
  checkIn(all.masses, node, type);
  checkIn(all.mappings, node, type);
  checkIn(all.measurements, node, type);
  checkIn(all.conditions, node, type);
  checkIn(all.joint_conditions, node, type);
  checkIn(all.constraints, node, type);
  checkIn(all.contacts, node, type);
  checkIn(all.shapes, node, type);
  checkIn(all.rigid_contacts, node, type);
  checkIn(all.systems, node, type);
  checkIn(all.analyses, node, type);
}

void readObject(const CaseFile& file, const std::string& name, const CaseNode& node) {
  if (!node.isMap()) return;
  attempt([&] {
    if (node.has("groups"))
      for (const std::string& group : node["groups"].keys()) attempt([&] { readGroup(group, node["groups"][group]); });
  });
  attempt([&] {
    if (node.has("derive")) DerivedObject::read(node);
  });
  attempt([&] {
    if (BodyTable::isIn(node)) BodyTable(file, node, name, 3, node.has("mapping"));
  });
  if (node.has("initial")) readAs<InitialVelocity>(node["initial"]);
}

/// Reads the blocks of a case as build() does before it has a mesh.
void readBlocks(const CaseNode& root) {
  if (!root.isMap()) return;
  CaseFile file;
  file.path = "fuzz.yaml";
  file.root = root;
  std::vector<std::string> objects;
  attempt([&] {
    if (!root.has("objects")) return;
    objects = root["objects"].keys();
    for (const std::string& name : objects) readObject(file, name, root["objects"][name]);
  });
  attempt([&] { linksOf(root, objects); });
  attempt([&] { file.inputs(); });
  attempt([&] {
    for (const CaseNode& history : OutputSettings::read(root).histories) readAs<HistorySettings>(history);
  });
  attempt([&] {
    ErrorCollector problems;
    readAnalysis(root, problems);
    tenon::solver::SolverOptions options(std::vector<std::string>{});
    readSolver(root, options, problems);
    problems.throwIfAny();
  });
}

/// Traversal of the values of a case. The depth is limited because aliases
/// may repeat one value a thousand times.
class Walk {
 public:
  /// @param phase  selects the values that are read as every type. Most of these readings throw,
  /// which takes most of the time.
  explicit Walk(std::size_t phase) : number_(phase % sparse) {}

  void visit(const CaseNode& node, int levels) {
    if (++number_ % sparse == 0) readAsEverything(node);
    checkAsEntry(node);
    if (levels == 0) return;
    if (node.isMap())
      for (const std::string& key : node.keys()) visit(node[key], levels - 1);
    if (node.isList())
      for (const CaseNode& item : node.items()) visit(item, levels - 1);
  }

 private:
  static constexpr std::size_t sparse = 8;
  std::size_t number_;
};

}  // namespace

/// Starts MPI and PETSc, which the options of solvers need, outside the timed first input.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
  static auto runtime = std::make_unique<tenon::base::Runtime>();
  registries();
  return std::atexit([] { runtime.reset(); });
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  attempt([&] {
    const CaseNode root = CaseNode::parse({reinterpret_cast<const char*>(data), size}, "fuzz.yaml");
    Walk(size).visit(root, 4);
    readBlocks(root);
  });
  return 0;
}
