// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Fuzzer of nodal values in CSV files. Any text yields values or an InputError.
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <numeric>

#include "base/Runtime.hpp"
#include "fem/fieldCsv.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/mesh/generation/generate.hpp"

namespace {

using namespace tenon;

/// Mesh of 12 nodes and the file with their values.
class Problem {
 public:
  Problem()
      : mesh_(mesh::box(base::Communicator::world(), mesh::CellType::hex8, {2, 1, 1})),
        state_("box", mesh_.sharedLayout(), 3, {mesh_.points().begin(), mesh_.points().end()}),
        nodes_(12) {
    std::iota(nodes_.begin(), nodes_.end(), 0);
  }
  ~Problem() { ::unlink(path_.c_str()); }

  void read(const std::uint8_t* data, std::size_t size) {
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    const fem::Domain domain{mesh_, state_, "box"};
    const fem::FieldCsv csv = fem::readFieldCsv(base::Communicator::world(), path_, {"x", "y", "z"},
                                                {fem::nodesOfCsv(domain, nodes_)}, "the fuzzer");
    if (csv.values.size() != 36) std::abort();
  }

 private:
  base::Runtime runtime_;
  std::string path_ = "/dev/shm/tenon-fuzz-" + std::to_string(::getpid()) + ".csv";
  mesh::Mesh mesh_;
  la::State state_;
  std::vector<base::LocalIndex> nodes_;
};

std::unique_ptr<Problem> problem;

}  // namespace

/// Starts MPI outside the timed first input.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
  problem = std::make_unique<Problem>();
  return std::atexit([] { problem.reset(); });
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    problem->read(data, size);
  } catch (const base::InputError&) {
  }
  return 0;
}
