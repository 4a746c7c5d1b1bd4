// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solver/options/SystemSize.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>

#include "base/text.hpp"

namespace tenon::solver {
namespace {

/// Cost of the factors of n degrees of freedom, c n^p: nested dissection of bodies of one dimension
/// (George 1973).
struct Growth {
  double seconds, seconds_power;  ///< time of one factorisation on one rank
  /// Memory of the factors.
  double mebibytes, mebibytes_power;
};

// Measured coefficients for dimensions 0 to 3 (docs/concepts/direct-solver.md, "Direct solver").
// Bodies without cells count as lines, because joints form chains and trees.
constexpr std::array<Growth, 4> growths{
    {{4e-6, 1.0, 2e-3, 1.0}, {4e-6, 1.0, 2e-3, 1.0}, {1.45e-7, 1.4, 6e-4, 1.1}, {1.75e-9, 2.2, 2.6e-4, 1.38}}};
// Factor for second-order solids, which have more couplings for the same number of degrees of
// freedom.
constexpr double second_order_solids = 1.5;

// Time of one operation, one entry of the factors and one degree of freedom [s], measured with the
// reference BLAS of Debian.
constexpr double per_operation = 2.3e-10, per_entry = 1.5e-8, per_unknown = 2e-6;

// Memory of one entry, including the fronts and the space for delayed pivots [MiB].
constexpr double memory_per_entry = 1.5 * 8.0 / (1 << 20);

// Exponent of the speed-up of the factorisation on n ranks.
constexpr double scaling = 0.6;

/// Returns the memory that the operating system can provide to programs [MiB]; infinity if it is
/// unknown.
double availableMemory() {
  std::ifstream file("/proc/meminfo");
  std::string key;
  double kibibytes = 0.0;
  while (file >> key >> kibibytes) {
    if (key == "MemAvailable:") return kibibytes / 1024.0;
    file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return std::numeric_limits<double>::infinity();
}

double secondsOfUnknowns(const SystemSize& size) {
  double seconds = 0.0;
  for (std::size_t d = 0; d < growths.size(); ++d)
    seconds += growths[d].seconds * std::pow(static_cast<double>(size.unknowns[d]), growths[d].seconds_power);
  return size.has_second_order && size.unknowns[3] > 0 ? second_order_solids * seconds : seconds;
}

std::string describeSeconds(double seconds) {
  if (seconds < 9.5) return fmt::format("about {:.1g} s", seconds);
  if (seconds < 100.0) return fmt::format("about {:.0f} s", 10.0 * std::round(seconds / 10.0));
  if (seconds < 6000.0) return fmt::format("about {:.0f} min", seconds / 60.0);
  return fmt::format("about {:.0f} h", seconds / 3600.0);
}

}  // namespace

double estimateFactorisationSeconds(const SystemSize& size) {
  const double seconds = size.counts.operations > 0.0
                             ? per_operation * size.counts.operations + per_entry * size.counts.entries +
                                   per_unknown * static_cast<double>(size.total())
                             : secondsOfUnknowns(size);
  return seconds / std::pow(static_cast<double>(std::max(size.ranks, 1)), scaling);
}

double estimateFactorMemory(const SystemSize& size) {
  if (size.counts.entries > 0.0) return memory_per_entry * size.counts.entries;
  double mebibytes = 0.0;
  for (std::size_t d = 0; d < growths.size(); ++d)
    mebibytes += growths[d].mebibytes * std::pow(static_cast<double>(size.unknowns[d]), growths[d].mebibytes_power);
  return size.has_second_order && size.unknowns[3] > 0 ? second_order_solids * mebibytes : mebibytes;
}

bool isFactoredQuickly(const SystemSize& size, double seconds) {
  return size.total() > 0 && estimateFactorisationSeconds(size) <= seconds;
}

bool fitsIntoMemory(const SystemSize& size) {
  return estimateFactorMemory(size) <= 0.5 * availableMemory();
}

std::string describeFactorisationTime(const SystemSize& size) {
  const double seconds = estimateFactorisationSeconds(size);
  if (seconds < 0.1) return "less than 0.1 s";
  const bool is_rough = size.counts.operations <= 0.0;
  return describeSeconds(seconds) + (is_rough ? " (rough estimate from the number of unknowns)" : "");
}

std::string describe(const SystemSize& size) {
  static constexpr std::array<const char*, 4> kinds{"bodies without cells", "lines", "surfaces", "solids"};
  std::string text;
  for (std::size_t d = size.unknowns.size(); d-- > 0;)
    if (size.unknowns[d] > 0)
      text += fmt::format("{}{} of {}", text.empty() ? "" : " and ", base::formatCount(size.unknowns[d], "unknown"),
                          kinds[d]);
  return text;
}

}  // namespace tenon::solver
