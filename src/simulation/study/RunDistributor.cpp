// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "RunDistributor.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include "base/Runtime.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/check.hpp"

namespace tenon::simulation {
namespace {

constexpr int request_tag = 1, reply_tag = 2;
constexpr std::chrono::milliseconds poll_interval{1};

/// Request of a group. A line of the table follows it.
struct Request {
  int finished_run;  // no_run if the group has not finished a run
  int ends;          // 1 if a signal ends the study
  int expects_run;   // 0 if the group will be aborted
};

}  // namespace

RunDistributor::RunDistributor(const base::Communicator& all, const RankGroups& groups, RunQueue* queue)
    : all_(all), groups_(groups), queue_(queue) {
  TENON_MPI(MPI_Comm_dup(all.mpi(), &channel_));
  if (!all.isRoot()) return;
  num_remote_groups_ = groups.size() - (groups.hasDedicatedRoot() ? 0 : 1);
  if (!groups.hasDedicatedRoot() && supportsThreads() && all.size() > 1)
    server_ = std::thread([this] { serveInThread(); });
}

RunDistributor::~RunDistributor() {
  stops_ = true;
  if (server_.joinable()) server_.join();
  MPI_Comm_free(&channel_);
}

int RunDistributor::next(const std::optional<FinishedRun>& finished, bool ends) {
  const base::Communicator& group = *groups_.mine();
  int run = group.isRoot() ? ask(finished, ends, true) : RunQueue::no_run;
  TENON_MPI(MPI_Bcast(&run, 1, MPI_INT, 0, group.mpi()));
  return run;
}

void RunDistributor::recordBeforeAbort(const FinishedRun& finished) {
  if (queue_ != nullptr || groups_.hasDedicatedRoot() || supportsThreads()) ask(finished, false, false);
}

int RunDistributor::ask(const std::optional<FinishedRun>& finished, bool ends, bool expects_run) {
  if (queue_ != nullptr) return queue_->next(finished, ends || !expects_run);
  const Request request{finished ? finished->run : RunQueue::no_run, ends ? 1 : 0, expects_run ? 1 : 0};
  const char* const bytes = reinterpret_cast<const char*>(&request);
  std::vector<char> message(bytes, bytes + sizeof(request));
  if (finished) message.insert(message.end(), finished->line.begin(), finished->line.end());
  TENON_MPI(MPI_Send(message.data(), static_cast<int>(message.size()), MPI_BYTE, 0, request_tag, channel_));
  int run = RunQueue::no_run;
  TENON_MPI(MPI_Recv(&run, 1, MPI_INT, 0, reply_tag, channel_, MPI_STATUS_IGNORE));
  return run;
}

void RunDistributor::serveInThread() {
  try {
    serve();
  } catch (const base::Error& error) {  // no other thread could catch it
    base::printError(error.what());
    MPI_Abort(all_.mpi(), static_cast<int>(error.code()));
  }
}

// Waiting ranks would otherwise need all their processor time for polling; a core may be shared by
// the thread and a run.
void RunDistributor::serve() {
  while (num_remote_groups_ > 0 && !stops_) {
    int arrived = 0;
    MPI_Status status;
    TENON_MPI(MPI_Iprobe(MPI_ANY_SOURCE, request_tag, channel_, &arrived, &status));
    if (arrived != 0)
      answer(status.MPI_SOURCE);
    else
      std::this_thread::sleep_for(poll_interval);
  }
}

void RunDistributor::answer(int source) {
  MPI_Status status;
  int size = 0;
  TENON_MPI(MPI_Probe(source, request_tag, channel_, &status));
  TENON_MPI(MPI_Get_count(&status, MPI_BYTE, &size));
  std::vector<char> message(static_cast<std::size_t>(size));
  TENON_MPI(MPI_Recv(message.data(), size, MPI_BYTE, source, request_tag, channel_, MPI_STATUS_IGNORE));
  Request request{};
  std::copy(message.begin(), message.begin() + sizeof(request), reinterpret_cast<char*>(&request));
  std::optional<FinishedRun> finished;
  if (request.finished_run != RunQueue::no_run)
    finished = FinishedRun{request.finished_run, {message.begin() + sizeof(request), message.end()}};
  const int run = queue_->next(finished, request.ends != 0 || request.expects_run == 0);
  if (run == RunQueue::no_run && request.expects_run != 0) --num_remote_groups_;
  TENON_MPI(MPI_Send(&run, 1, MPI_INT, source, reply_tag, channel_));
}

void RunDistributor::completeService() {
  if (queue_ == nullptr) return;
  if (server_.joinable())
    server_.join();
  else
    serve();
}

}  // namespace tenon::simulation
