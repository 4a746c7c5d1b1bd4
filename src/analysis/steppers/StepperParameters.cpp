// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "StepperParameters.hpp"

namespace tenon::analysis {
namespace {

template <class Data>
void addKeys(std::vector<std::string>& keys) {
  base::Parameters<Data> parameters;
  Data::declare(parameters);
  for (const base::ParameterInfo& parameter : parameters.infos()) keys.push_back(parameter.name);
}

}  // namespace

std::vector<std::string> stepperKeys() {
  std::vector<std::string> keys;
  addKeys<GeneralisedAlphaParameters>(keys);
  addKeys<HhtParameters>(keys);
  addKeys<NewmarkParameters>(keys);
  addKeys<MoreauJeanParameters>(keys);
  return keys;
}

void GeneralisedAlphaParameters::declare(base::Parameters<GeneralisedAlphaParameters>& p) {
  p.optional("rho", &GeneralisedAlphaParameters::rho, "", "generalised-alpha: spectral radius at infinite frequency");
}

void HhtParameters::declare(base::Parameters<HhtParameters>& p) {
  p.optional("alpha", &HhtParameters::alpha, "", "hht: 0 conserves energy, 1/3 gives the largest numerical damping");
}

void NewmarkParameters::declare(base::Parameters<NewmarkParameters>& p) {
  p.optional("beta", &NewmarkParameters::beta, "", "newmark: parameter beta");
  p.optional("gamma", &NewmarkParameters::gamma, "", "newmark: parameter gamma");
}

void MoreauJeanParameters::declare(base::Parameters<MoreauJeanParameters>& p) {
  using Data = MoreauJeanParameters;
  p.optional(
      "contact_solver", &Data::contact_solver, "",
      "moreau-jean: solver of the contact impulses: the name of a type of `tenon list contact-solver`, or a block with "
      "its `type` and parameters");
  p.optional("contact_tolerance", &Data::contact_tolerance, "",
             "moreau-jean: tolerance of the impulses, relative to the largest one")
      .positive();
  p.optional("contact_iterations", &Data::contact_iterations, "",
             "moreau-jean: maximum number of contact iterations per step")
      .positive();
  p.optional("contact_relaxation", &Data::contact_relaxation, "",
             "moreau-jean with gauss-seidel or jacobi: relaxation factor of each local contact solution; below 2")
      .positive();
  p.optional(
       "sleep_velocity", &Data::sleep_velocity, "length/time",
       "moreau-jean: velocity below which bodies fall asleep together with all bodies in contact with them; 0: never")
      .nonNegative();
  p.optional("sleep_after", &Data::sleep_after, "time",
             "moreau-jean: time for which bodies must stay below `sleep_velocity`")
      .nonNegative();
}

}  // namespace tenon::analysis
