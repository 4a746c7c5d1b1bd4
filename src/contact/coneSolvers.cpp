#include "GaussSeidel.hpp"
#include "gradientMethods.hpp"
#include "tenon/contact/ConeSolver.hpp"

namespace tenon::contact {

std::map<std::string, ConeSolverMaker>& coneSolvers() {
  static std::map<std::string, ConeSolverMaker> all{
      {"accelerated-gradient", AcceleratedGradient::make},
      {"barzilai-borwein", BarzilaiBorwein::make},
      {"gauss-seidel", GaussSeidel::make},
  };
  return all;
}

}  // namespace tenon::contact
