// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

namespace tenon::simulation {

/// Options of the result files of a simulation. They correspond to the options of `tenon run`.
struct RecordingOptions {
  /// Path of the results without extension. If it is empty, the path that the case specifies is
  /// used, or the path of the case file if the case specifies none.
  std::string output{};
  std::string summary_file{};  ///< file of the JSON summary; empty for no summary
  std::string tables{};        ///< folder of the CSV tables; empty for no tables
  bool allow_outside = false;  ///< true if the case may write outside its folder and that of `output`
  bool restart = false;        ///< true if the run continues from the checkpoint of an interrupted run
};

}  // namespace tenon::simulation
