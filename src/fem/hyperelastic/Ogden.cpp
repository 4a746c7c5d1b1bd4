// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Ogden.hpp"

#include <fmt/format.h>

#include "tenon/fem/laws/DifferentiatedLaw.hpp"

namespace tenon::fem {

void Ogden::declare(base::Parameters<Ogden>& p) {
  using M = Ogden;
  const std::string modulus = "force/length^2";
  p.required("terms", &M::terms, modulus,
             "modulus mu and exponent alpha of each term; the product of mu and alpha must be positive");
  p.required("bulk", &M::bulk, modulus,
             "bulk modulus kappa: about 1000 times the shear modulus for rubber and soft tissue")
      .positive();
}

void readValue(const base::CaseNode& node, std::vector<OgdenTerm>& terms) {
  terms.clear();
  for (const auto& item : node.items()) {
    const auto pair = item.items();
    if (pair.size() != 2)
      item.fail(fmt::format("a term must be a list [mu, alpha], but the length of the list is {}.", pair.size()));
    const OgdenTerm term{pair[0].number(), pair[1].number()};
    if (!(term.modulus * term.exponent > 0))
      item.fail(fmt::format(
          "the product of mu and alpha must be positive, so that the term stores energy, but mu is {} and alpha is {}.",
          term.modulus, term.exponent));
    terms.push_back(term);
  }
  if (terms.empty()) node.fail("the list is empty, but at least one entry is required.");
}

std::string printValue(const std::vector<OgdenTerm>& terms) {
  return terms.empty() ? "(none)" : fmt::format("{} terms", terms.size());
}

template class DifferentiatedLaw<Ogden>;

}  // namespace tenon::fem
