// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::base {

/// A progress bar on the root's terminal for long computations. The bar appears after 2 seconds, is
/// redrawn at most five times per second and is erased at the end. No bar is drawn if the output
/// goes to a file or a pipe, or if the log level suppresses it.
/// @note Not collective: all ranks may call the functions; only the root draws.
class ProgressBar {
 public:
  /// Creates a progress bar.
  /// @param what  name of the computation, printed before the bar
  ProgressBar(const Communicator& comm, std::string what);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Updates the bar.
  /// @param done  completed fraction, between 0 and 1
  /// @param text  text printed after the bar
  void update(double done, const std::string& text);

  /// Returns the line that update() draws, such as "solve [######------] 50 %  text".
  static std::string line(const std::string& what, double done, const std::string& text);

 private:
  void draw(const std::string& line);

  std::string what_;
  bool is_drawn_;
  double start_, next_;
  std::size_t num_drawn_ = 0;  // number of characters on the terminal's current line
};

/// Returns true if standard output goes to a terminal. Under mpirun each program has a terminal of
/// its own, so the output of mpirun is examined; if this is not possible, the result is false.
bool outputIsTerminal();

}  // namespace tenon::base
