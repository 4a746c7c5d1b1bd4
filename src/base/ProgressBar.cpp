// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ProgressBar.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "tenon/base/Log.hpp"

namespace tenon::base {
namespace {

constexpr double first_draw = 2.0, between_draws = 0.2;  // [s]
constexpr int width = 30;

bool hasLauncher() {
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK", "SLURM_PROCID"})
    if (std::getenv(variable) != nullptr) return true;
  return false;
}

}  // namespace

bool outputIsTerminal() {
  if (isatty(STDOUT_FILENO) == 0) return false;
  if (!hasLauncher()) return true;
  std::error_code error;
  const auto target = std::filesystem::read_symlink(fmt::format("/proc/{}/fd/1", getppid()), error).string();
  return !error && (target.rfind("/dev/pts/", 0) == 0 || target.rfind("/dev/tty", 0) == 0);
}

ProgressBar::ProgressBar(const Communicator& comm, std::string what)
    : what_(std::move(what)),
      is_drawn_(comm.isRoot() && log().isEnabled(LogLevel::info) && outputIsTerminal()),
      start_(MPI_Wtime()),
      next_(start_ + first_draw) {}

ProgressBar::~ProgressBar() {
  if (num_drawn_ > 0) draw("");
}

void ProgressBar::update(double done, const std::string& text) {
  const double now = MPI_Wtime();
  if (!is_drawn_ || now < next_) return;
  next_ = now + between_draws;
  draw(line(what_, done, fmt::format("{}  {:.0f} s", text, now - start_)));
}

std::string ProgressBar::line(const std::string& what, double done, const std::string& text) {
  const double part = std::isfinite(done) ? std::clamp(done, 0.0, 1.0) : 0.0;
  const int filled = static_cast<int>(std::lround(part * width));
  return fmt::format("{:<10} [{:#<{}}{:-<{}}] {:>3.0f} %  {}", what, "", filled, "", width - filled, 100.0 * part,
                     text);
}

void ProgressBar::draw(const std::string& line) {
  const std::size_t left_over = num_drawn_ > line.size() ? num_drawn_ - line.size() : 0;
  std::fprintf(stdout, "\r%s%s%s", line.c_str(), std::string(left_over, ' ').c_str(), line.empty() ? "\r" : "");
  std::fflush(stdout);
  num_drawn_ = line.size();
}

}  // namespace tenon::base
