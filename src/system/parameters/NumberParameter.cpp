// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "NumberParameter.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "ReferenceScope.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"
#include "weightedTerms.hpp"

namespace tenon::system {
namespace {

constexpr double first_step = 1e-4, smallest_step = 1e-7;  // relative to the unit
constexpr std::array<double, 4> offsets{-2.0, -1.0, 1.0, 2.0};

}  // namespace

/// Derivative by differences and magnitudes, summed over all ranks.
struct NumberParameter::Estimate {
  double value = 0.0;      // derivative of fourth order
  double magnitude = 0.0;  // sum of the magnitudes of its terms
  double error = 0.0;      // sum of the magnitudes of the differences between orders 2 and 4
  double round_off = 0.0;  // round-off of the differences

  /// Returns true if the error of the fourth order is at most about 1e-10 of the magnitude.
  bool isAccurate() const { return error <= 3e-6 * magnitude + round_off; }
};

NumberParameter::NumberParameter(MechanicalSystem& mechanics, std::string name, double value, bool varies_prescribed,
                                 MakeVariedContributors make, double unit)
    : mechanics_(mechanics),
      name_(std::move(name)),
      value_(value),
      unit_(unit > 0.0     ? unit
            : value != 0.0 ? std::abs(value)
                           : 1.0),
      varies_prescribed_(varies_prescribed),
      make_(std::move(make)) {}

NumberParameter::~NumberParameter() = default;

// Creates the contributors for all offsets. A value out of range is an error on all ranks.
void NumberParameter::make(double step) {
  const ReferenceScope scope(mechanics_);
  for (std::size_t k = 0; k < offsets.size(); ++k) {
    base::runCollectively(mechanics_.comm(), [&] { varied_[k] = make_(value_ + offsets[k] * step); });
    prepareVaried(mechanics_, *varied_[k]);
  }
  step_ = step;
}

NumberParameter::Estimate NumberParameter::estimate(const EquationWeights& weights) {
  std::array<std::vector<double>, 4> terms;
  for (std::size_t k = 0; k < offsets.size(); ++k) terms[k] = weightedTerms(mechanics_, *varied_[k], weights);
  std::array<double, 4> sums{};
  for (std::size_t i = 0; i < terms[0].size(); ++i) {
    const double near = (terms[2][i] - terms[1][i]) / (2.0 * step_), far = (terms[3][i] - terms[0][i]) / (4.0 * step_);
    const double derivative = (4.0 * near - far) / 3.0;
    sums[0] += derivative;
    sums[1] += std::abs(derivative);
    sums[2] += std::abs(derivative - near);
    sums[3] += (std::abs(terms[1][i]) + std::abs(terms[2][i])) * 4e-15 / step_;
  }
  mechanics_.comm().sumInPlace(gsl::span<double>(sums));
  return {sums[0], sums[1], sums[2], sums[3]};
}

void NumberParameter::addProducts(const EquationWeights& weights, gsl::span<double> gradient) {
  for (double step = step_ > 0.0 ? step_ : first_step * unit_;; step *= 0.1) {
    const bool is_last = 0.5 * step < smallest_step * unit_;
    try {
      if (step != step_) make(step);
    } catch (const base::InputError& error) {
      if (!error.isOnAllRanks()) throw;
      if (!is_last) continue;
      base::InputError refused(fmt::format(
          "The equations cannot be differentiated with respect to the parameter '{}' = {}, because values close to it "
          "are not admissible: {}",
          name_, value_, error.what()));
      refused.markOnAllRanks();
      throw refused;
    }
    const Estimate found = estimate(weights);
    if (!found.isAccurate() && !is_last) continue;
    if (!found.isAccurate())
      base::log().warn("The derivative with respect to the parameter '{}' = {} has a relative error of about {:.1e}.",
                       name_, value_, found.error / found.magnitude);
    gradient[0] += found.value;
    return;
  }
}

}  // namespace tenon::system
