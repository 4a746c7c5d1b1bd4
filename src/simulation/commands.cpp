#include "tenon/simulation/commands.hpp"

#include <fmt/format.h>
#include <petscversion.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "tenon/base/Log.hpp"
#include "tenon/base/Problems.hpp"
#include "tenon/base/collectively.hpp"
#include "tenon/io/textFile.hpp"
#include "tenon/mesh/MeshInfo.hpp"
#include "tenon/mesh/partition.hpp"
#include "tenon/mesh/partitioned.hpp"
#include "tenon/mesh/readMeshes.hpp"
#include "tenon/simulation/Report.hpp"
#include "tenon/simulation/build.hpp"
#include "tenon/simulation/registries.hpp"
#include "tenon/simulation/results.hpp"
#include "tenon/solver/LinearStatics.hpp"

namespace tenon::simulation {
namespace {

std::string outputStem(const CaseFile& file, const RunOptions& options) {
  if (!options.output.empty()) return options.output;
  return file.root.has("output") ? file.root["output"].text() : file.stem();
}

std::string titleOf(const CaseFile& file) {
  return file.root.has("title") ? file.root["title"].text() : file.stem();
}

std::string textOf(const std::vector<solver::SourcedOption>& options) {
  std::string text;
  for (const auto& option : options)
    text += fmt::format("{} {}  # {}\n", option.name, option.value.value_or(""), option.where);
  return text;
}

void write(const base::Communicator& comm, const CaseFile& file, const std::string& stem,
           const system::MechanicalSystem& system, const solver::StaticSolution& solution, const std::string& options,
           const nlohmann::json& summary) {
  ResultFile results(comm, stem);
  writeResults(system, solution, results);
  io::Hdf5File& h5 = results.file();
  h5.writeText("/case", file.text);
  h5.writeText("/options", options);
  h5.writeText("/summary", summary.dump(2));
  h5.writeAttribute("/", "title", titleOf(file));
  h5.writeAttribute("/", "tenon_version", std::string(TENON_VERSION));
  h5.writeAttribute("/", "petsc_version",
                    fmt::format("{}.{}.{}", PETSC_VERSION_MAJOR, PETSC_VERSION_MINOR, PETSC_VERSION_SUBMINOR));
  results.commit();
}

}  // namespace

void run(const base::Communicator& comm, const RunOptions& options) {
  base::Phases phases(comm);
  const CaseFile file = CaseFile::read(comm, options.case_file);
  solver::SolverOptions petsc(options.petsc_words);
  Setup setup = build(comm, file, petsc, phases);
  base::log().info("{} unknowns, {} of them multipliers, on {} ranks", setup.system->numUnknowns(),
                   comm.sum(static_cast<long>(setup.system->numMultipliers())), comm.size());

  solver::LinearStatics statics(*setup.system);
  statics.requireSupported();
  const solver::StaticSolution solution = statics.solve(setup.solver, petsc, phases);
  petsc.checkUsed(comm, options.allow_unused, [&] { return statics.knownOptions(); });

  Report report = makeReport(*setup.system, solution);
  report.title = titleOf(file);
  const std::string stem = outputStem(file, options);
  {
    const auto phase = phases.begin("output");
    write(comm, file, stem, *setup.system, solution, textOf(petsc.inForce()), jsonOf(report, phases.summary()));
  }
  const nlohmann::json summary = jsonOf(report, phases.summary());
  if (!options.summary_file.empty()) io::writeTextAtomically(comm, options.summary_file, summary.dump(2) + "\n");
  base::log().info("\n{}results                  {}.h5, {}.xdmf", textOf(report), stem, stem);
}

void check(const base::Communicator& comm, const std::string& case_file) {
  base::Phases phases(comm);
  const CaseFile file = CaseFile::read(comm, case_file);
  solver::SolverOptions petsc;
  const Setup setup = build(comm, file, petsc, phases);
  solver::LinearStatics(*setup.system).requireSupported();
  base::log().info("{}: nothing wrong was found; {} unknowns, {} of them multipliers.", case_file,
                   setup.system->numUnknowns(), comm.sum(static_cast<long>(setup.system->numMultipliers())));
}

void describeMesh(const base::Communicator& comm, const std::string& mesh, int parts) {
  std::string text;
  base::onRoot(comm, [&] { text = mesh::format(mesh::inspect(mesh::readRawMesh({mesh, {}}), parts)); });
  if (comm.isRoot()) std::fputs(text.c_str(), stdout);
}

void partitionMesh(const base::Communicator& comm, const std::string& mesh, const std::string& output, int parts) {
  const int count = parts > 0 ? parts : 64;
  base::onRoot(comm, [&] {
    const mesh::RawMesh raw = mesh::readRawMesh({mesh, {}});
    mesh::writePartitioned(raw, mesh::partition({&raw}, count).front(), count, output);
  });
  base::log().info("{}: {} cut into {} parts", output, mesh, count);
}

}  // namespace tenon::simulation
