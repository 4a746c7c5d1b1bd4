// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "VaryingLaw.hpp"

#include <algorithm>
#include <array>

namespace tenon::fem {
namespace {

using base::num_lanes;

constexpr int most_batches = (MaterialLaw::max_points + num_lanes - 1) / num_lanes;

/// Gathers the values of lane `lane` of from[0], from[1], ... to consecutive lanes of to[b],
/// `width` numbers each. Entries beyond the last point repeat the first point.
void gather(const Lane* from, int count, int width, int lane, Lane* to) {
  const int batches = (count + num_lanes - 1) / num_lanes;
  for (int q = 0; q < batches * num_lanes; ++q)
    for (int k = 0; k < width; ++k)
      to[q / num_lanes * width + k][q % num_lanes] = from[(q < count ? q : 0) * width + k][lane];
}

/// Scatters values from consecutive lanes to lane `lane`: the inverse of gather().
void scatter(const Lane* from, int count, int width, int lane, Lane* to) {
  for (int q = 0; q < count; ++q)
    for (int k = 0; k < width; ++k) to[q * width + k][lane] = from[q / num_lanes * width + k][q % num_lanes];
}

template <class T>
const Lane* numbersOf(const T* values) {
  static_assert(sizeof(T) % sizeof(Lane) == 0);
  return reinterpret_cast<const Lane*>(values);
}
template <class T>
Lane* numbersOf(T* values) {
  static_assert(sizeof(T) % sizeof(Lane) == 0);
  return reinterpret_cast<Lane*>(values);
}
template <class T>
constexpr int widthOf = static_cast<int>(sizeof(T) / sizeof(Lane));

/// Points of one of eight cells, in consecutive lanes.
struct OneCell {
  std::array<Tensor<Lane>, most_batches> H;
  std::array<Fibres, most_batches> fibres;
  std::vector<Lane> internal;
  LawPoints at;

  OneCell(const LawPoints& all, int lane, int num_internal) : at(all) {
    at.count = (all.count + num_lanes - 1) / num_lanes;
    at.measure = nullptr;
    gather(numbersOf(all.H), all.count, widthOf<Tensor<Lane>>, lane, numbersOf(H.data()));
    at.H = H.data();
    if (all.fibres != nullptr) {
      gather(numbersOf(all.fibres), all.count, widthOf<Fibres>, lane, numbersOf(fibres.data()));
      at.fibres = fibres.data();
    }
    if (num_internal > 0) {
      internal.resize(static_cast<std::size_t>(at.count * num_internal));
      gather(all.internal, all.count, num_internal, lane, internal.data());
      at.internal = internal.data();
    }
  }
};

}  // namespace

const MaterialLaw& VaryingLaw::lawOf(const LawPoints& at, int lane) const {
  const std::size_t cell = static_cast<std::size_t>(at.cell) + (at.is_one_cell ? 0 : static_cast<std::size_t>(lane));
  return *laws_[static_cast<std::size_t>(of_cell_[std::min(cell, of_cell_.size() - 1)])];
}

const MaterialLaw* VaryingLaw::common(const LawPoints& at) const {
  const MaterialLaw& first = lawOf(at, 0);
  for (int lane = 1; lane < num_lanes; ++lane)
    if (&lawOf(at, lane) != &first) return nullptr;
  return &first;
}

template <class Value, class Evaluate>
void VaryingLaw::evaluateByCell(const LawPoints& at, Value* values, int width, Value* of_cell,
                                Evaluate&& evaluate) const {
  for (int lane = 0; lane < num_lanes; ++lane) {
    const OneCell cell(at, lane, numInternal());
    evaluate(lawOf(at, lane), cell.at, lane, of_cell);
    scatter(numbersOf(of_cell), at.count, width * widthOf<Value>, lane, numbersOf(values));
  }
}

void VaryingLaw::stress(const LawPoints& at, Tensor<Lane>* P) const {
  if (const MaterialLaw* law = common(at)) return law->stress(at, P);
  Tensor<Lane> of_cell[most_batches];
  evaluateByCell(at, P, 1, of_cell,
                 [](const MaterialLaw& law, const LawPoints& cell, int, auto* one) { law.stress(cell, one); });
}

void VaryingLaw::stressChange(const LawPoints& at, const Tensor<Lane>* dH, Tensor<Lane>* dP) const {
  if (const MaterialLaw* law = common(at)) return law->stressChange(at, dH, dP);
  Tensor<Lane> of_cell[most_batches];
  evaluateByCell(at, dP, 1, of_cell, [&](const MaterialLaw& law, const LawPoints& cell, int lane, auto* one) {
    std::array<Tensor<Lane>, most_batches> change;
    gather(numbersOf(dH), at.count, widthOf<Tensor<Lane>>, lane, numbersOf(change.data()));
    law.stressChange(cell, change.data(), one);
  });
}

void VaryingLaw::tangent(const LawPoints& at, Tangent<Lane, 3>* C) const {
  if (const MaterialLaw* law = common(at)) return law->tangent(at, C);
  Tangent<Lane, 3> of_cell[most_batches];
  evaluateByCell(at, C, 1, of_cell,
                 [](const MaterialLaw& law, const LawPoints& cell, int, auto* one) { law.tangent(cell, one); });
}

void VaryingLaw::dyads(const LawPoints& at, TangentDyads<Lane>* C) const {
  if (const MaterialLaw* law = common(at)) return law->dyads(at, C);
  TangentDyads<Lane> of_cell[most_batches];
  evaluateByCell(at, C, 1, of_cell,
                 [](const MaterialLaw& law, const LawPoints& cell, int, auto* one) { law.dyads(cell, one); });
}

void VaryingLaw::energy(const LawPoints& at, Lane* W) const {
  if (const MaterialLaw* law = common(at)) return law->energy(at, W);
  Lane of_cell[most_batches];
  evaluateByCell(at, W, 1, of_cell,
                 [](const MaterialLaw& law, const LawPoints& cell, int, auto* one) { law.energy(cell, one); });
}

void VaryingLaw::evolve(const LawPoints& at, Lane* next) const {
  if (const MaterialLaw* law = common(at)) return law->evolve(at, next);
  std::vector<Lane> of_cell(static_cast<std::size_t>(most_batches * numInternal()));
  evaluateByCell(at, next, numInternal(), of_cell.data(),
                 [](const MaterialLaw& law, const LawPoints& cell, int, auto* one) { law.evolve(cell, one); });
}

}  // namespace tenon::fem
