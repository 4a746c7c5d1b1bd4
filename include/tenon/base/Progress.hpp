#pragma once
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::base {

/// A bar on the root's terminal for work that takes long: it appears after 2 seconds, is drawn anew at most five times
/// a second, and is wiped in the end. Nothing is drawn where the output goes to a file or a pipe, or where the log
/// keeps quiet. Not collective: every rank may call it alike, the root draws.
class Progress {
 public:
  Progress(const Communicator& comm, std::string what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `done` between 0 and 1; `text` stands behind the bar.
  void show(double done, const std::string& text);

  /// The line that show() draws: "solve [######------] 50 %  text".
  static std::string line(const std::string& what, double done, const std::string& text);

 private:
  void draw(const std::string& line);

  std::string what_;
  bool draws_;
  double start_, next_;
  std::size_t drawn_ = 0;  // characters on the terminal's line
};

/// Whether a person sees standard output. mpirun shows every program a terminal of its own, so that under mpirun it is
/// mpirun's output that counts; where that cannot be known the answer is no.
bool outputIsTerminal();

}  // namespace tenon::base
