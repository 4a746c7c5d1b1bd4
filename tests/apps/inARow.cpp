// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Runs several commands of tenon in one process per rank, because the start of ranks takes longer
// than most tests. Each line of standard input is a job in JSON, {"folder", "words", "out", "err"}.
// The program prints one line with the exit code of each job. A job that calls MPI_Abort ends the
// program; the exit code of mpirun is then that of the job.
#include <fcntl.h>
#include <unistd.h>

#include <petscksp.h>

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tenon/app/main.hpp"
#include "tenon/base/check.hpp"

extern "C" {  // functions of PETSc that no header declares
PetscErrorCode MatCreate_SchurComplement(Mat);
PetscErrorCode MatCreate_LMVMBFGS(Mat);
PetscErrorCode MatCreate_LMVMDiagBrdn(Mat);
}

namespace {

/// Registers the matrix types of PETSc's solvers. PETSc registers them once per process only, and
/// removes them in PetscFinalize().
void registerMatricesOfSolvers(tenon::simulation::Registries& /*none*/) {
  TENON_PETSC(MatRegister(MATSCHURCOMPLEMENT, MatCreate_SchurComplement));
  TENON_PETSC(MatRegister(MATLMVMBFGS, MatCreate_LMVMBFGS));
  TENON_PETSC(MatRegister(MATLMVMDIAGBROYDEN, MatCreate_LMVMDiagBrdn));
}

/// Redirection of standard output or error to a file, until the end of the scope.
class Redirected {
 public:
  Redirected(int stream, const std::string& file) : stream_(stream), kept_(::dup(stream)) {
    const int to = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::dup2(to, stream_);
    ::close(to);
  }
  ~Redirected() {
    std::fflush(nullptr);
    std::cout.flush();
    ::dup2(kept_, stream_);
    ::close(kept_);
  }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;

 private:
  int stream_, kept_;
};

/// Change of the working directory until the end of the scope. Tests identify their processes by
/// this directory.
class WorkingIn {
 public:
  explicit WorkingIn(const std::filesystem::path& folder) : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(folder);
  }
  ~WorkingIn() { std::filesystem::current_path(before_); }
  WorkingIn(const WorkingIn&) = delete;
  WorkingIn& operator=(const WorkingIn&) = delete;

 private:
  std::filesystem::path before_;
};

/// Reads the next line of standard input on the root and broadcasts it; empty at the end of input.
/// Waiting ranks sleep, which leaves the cores to other tests.
std::string nextJob(int rank) {
  std::string line;
  if (rank == 0) std::getline(std::cin, line);
  auto size = static_cast<int>(line.size());
  MPI_Request request = MPI_REQUEST_NULL;
  TENON_MPI(MPI_Ibcast(&size, 1, MPI_INT, 0, MPI_COMM_WORLD, &request));
  for (int done = 0; done == 0;) {
    TENON_MPI(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
    if (done == 0) ::usleep(1000);
  }
  line.resize(static_cast<std::size_t>(size));
  TENON_MPI(MPI_Bcast(line.data(), size, MPI_CHAR, 0, MPI_COMM_WORLD));
  return line;
}

int run(const nlohmann::json& job) {
  const WorkingIn folder(job["folder"].get<std::string>());
  const Redirected out(STDOUT_FILENO, job["out"]), err(STDERR_FILENO, job["err"]);
  auto words = job["words"].get<std::vector<std::string>>();
  words.insert(words.begin(), "tenon");
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  return tenon::main(static_cast<int>(words.size()), arguments.data(), registerMatricesOfSolvers);
}

}  // namespace

int main(int argc, char** argv) {
  TENON_MPI(MPI_Init(&argc, &argv));
  int rank = 0;
  TENON_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  for (std::string job = nextJob(rank); !job.empty(); job = nextJob(rank)) {
    int code = run(nlohmann::json::parse(job));
    TENON_MPI(MPI_Allreduce(MPI_IN_PLACE, &code, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD));
    if (rank == 0) std::cout << code << std::endl;
  }
  TENON_MPI(MPI_Finalize());
}
