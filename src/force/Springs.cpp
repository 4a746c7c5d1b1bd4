#include "tenon/force/Springs.hpp"

namespace tenon::force {
namespace {

template <class Data>
void declareCommon(base::Parameters<Data>& p) {
  p.optional("damping", &Data::damping, "force time/length", "c: force per speed of lengthening").nonNegative();
  p.optional("rest_length", &Data::rest_length, "length", "l0 of every spring; default: its length in the mesh");
}

}  // namespace

void Springs::declare(base::Parameters<Data>& p) {
  fem::Pairing::declare(p);
  p.required("stiffness", &Data::stiffness, "force/length", "k of every spring").nonNegative();
  declareCommon(p);
}

void PolynomialSprings::declare(base::Parameters<Data>& p) {
  fem::Pairing::declare(p);
  p.required("coefficients", &Data::coefficients, "force/length, force/length^2, ..",
             "k_1, k_2, ..: the tension is k_1 e + k_2 e^2 + .. of the elongation e");
  declareCommon(p);
}

}  // namespace tenon::force
