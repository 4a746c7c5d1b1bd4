// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Springs.hpp"

namespace tenon::force {
namespace {

template <class Data>
void declareCommon(base::Parameters<Data>& p) {
  p.optional("damping", &Data::damping, "force time/length",
             "damping coefficient c: ratio of the force to the rate of elongation")
      .nonNegative();
  p.optional("rest_length", &Data::rest_length, "length",
             "rest length l0 of every spring; default: its length in the mesh");
}

}  // namespace

void Springs::declare(base::Parameters<Data>& p) {
  fem::Pairing::declare(p);
  p.required("stiffness", &Data::stiffness, "force/length", "stiffness k of every spring").nonNegative();
  declareCommon(p);
}

void PolynomialSprings::declare(base::Parameters<Data>& p) {
  fem::Pairing::declare(p);
  p.required("coefficients", &Data::coefficients, "force/length, force/length^2, ..",
             "coefficients k_1, k_2, .. of the tension k_1 e + k_2 e^2 + .. for the elongation e");
  declareCommon(p);
}

}  // namespace tenon::force
