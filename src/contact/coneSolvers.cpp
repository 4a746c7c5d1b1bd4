#include "GaussSeidel.hpp"
#include "gradientMethods.hpp"
#include "solvers/Newton.hpp"
#include "solvers/splitMethods.hpp"
#include "tenon/contact/ConeSolver.hpp"

namespace tenon::contact {

std::map<std::string, ConeSolverKind>& coneSolvers() {
  static std::map<std::string, ConeSolverKind> all{
      {"accelerated-gradient",
       {AcceleratedGradient::make,
        "Nesterov's projected gradients: stacks and piles to small errors; newton tries small ones that last", true}},
      {"alternating-directions",
       {AlternatingDirections::make, "ADMM: few iterations, each a linear system by conjugate gradients", true}},
      {"barzilai-borwein",
       {BarzilaiBorwein::make, "projected gradients with spectral steps; sometimes quicker than Nesterov's", true}},
      {"conjugate-gradient",
       {ConjugateGradient::make, "on the faces of the cones, between projected gradients, akin to MPRGP", true}},
      {"gauss-seidel",
       {GaussSeidel::make, "contact by contact (PSOR): loose piles to large errors; its order shows in what is left"}},
      {"jacobi",
       {Jacobi::make, "all contacts at once: slower than gauss-seidel, and the same for any order and partition"}},
      {"newton",
       {Newton::make, "semismooth Newton: heavy on light, and errors near round-off; gradients where it stalls", true}},
  };
  return all;
}

}  // namespace tenon::contact
