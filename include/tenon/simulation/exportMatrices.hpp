#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/system/extract.hpp"

namespace tenon::simulation {

struct ExportOptions {
  enum class Conditions { asUsual, applied, ignored };

  std::string case_file;
  std::vector<std::string> what;  ///< of exportable(); nothing and no picture either: A and b
  int step = 0;                   ///< 0: before any solve; n: after n steps
  bool every_step = false;        ///< after each of them, into folders step_0001, step_0002, ... of `folder`
  std::string format = "mm";      ///< la::fileFormat()
  std::string folder = "matrices";
  std::string prefix;                           ///< before the name of each file in the folder
  std::string contributor;                      ///< of this name only; empty: the whole system
  system::RowKind rows = system::RowKind::all;  ///< of constraints; without rows and columns of others
  std::string image;                            ///< the sparsity as PNG; empty: none
  /// Whether held unknowns are taken out. As usual: out of A and b, which are solved, and of nothing else.
  Conditions conditions = Conditions::asUsual;
  std::optional<system::Factors> factors;  ///< of A and of what holds it; none: those of the analysis
  bool allow_unused = false;
  bool allow_outside = false;  ///< the default folder may be a link to elsewhere
  std::vector<std::string> petsc_words;
};

/// Names and meanings of what can be exported: K, B, M, A, f, b, x, v, a, G, C, lambda of the whole or of one
/// contributor; H, Cq, E, bi, d, Z, Zproducts, N, W of the whole.
struct Exportable {
  std::string name, help;
};
const std::vector<Exportable>& exportable();

/// Writes matrices and vectors of a case at one step into files for other programs, with `rows.csv`,
/// `multipliers.csv` and `whole.csv`, which say what each row is: all files, or none. Collective. InputError for an
/// unknown name of anything or a step that the case does not have, before anything is solved; FileError. What a body is
/// held by counts only where something is solved.
void exportMatrices(const base::Communicator& comm, const ExportOptions& options);

}  // namespace tenon::simulation
