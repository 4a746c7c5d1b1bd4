#pragma once
#include "tenon/base/Parameters.hpp"

namespace tenon::simulation {

/// The case's `output`: the stem of the result files, or a block.
struct OutputSettings {
  std::string stem;  ///< empty: as the case file
  int every = 1;     ///< of so many steps one is written, and the last one
  static void declare(base::Parameters<OutputSettings>& p);

  static OutputSettings read(const base::CaseNode& root);
  bool isWritten(int step, int last) const { return step % every == 0 || step == last; }
};

}  // namespace tenon::simulation
