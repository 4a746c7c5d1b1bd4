// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "material.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>
#include <vector>

#include "cube.hpp"
#include "fem/hyperelastic/materials.hpp"
#include "force/solid/Elastic.hpp"
#include "la/assembly/MatrixAssembly.hpp"
#include "measure.hpp"
#include "sizes.hpp"
#include "tenon/force/SolidForce.hpp"
#include "tenon/force/registry.hpp"

namespace tenon::bench {
namespace {

using SolidPointer = std::unique_ptr<force::Solid>;

/// Material that defines only its strain energy.
template <class Material>
struct FromEnergy {
  Material material;
  static constexpr bool is_linear = false;
  template <class T>
  T energy(const fem::Tensor<T>& H) const {
    return material.energy(H);
  }
};
template <class Material>
SolidPointer fromEnergy(const Material& material, const fem::Domain& domain) {
  return std::make_unique<force::SolidForce<FromEnergy<Material>>>(FromEnergy<Material>{material},
                                                                   force::SolidOptions{}, domain);
}

constexpr double young = 1e5, poisson = 0.3;

/// Returns the constants of a network with two layers of eight neurons.
std::string networkConstants() {
  const auto row = [](std::size_t inputs) { return fmt::format("[{}]", fmt::join(std::vector(inputs, 0.2), ", ")); };
  const auto layer = [&](std::size_t inputs) {
    return fmt::format("{{weights: [{}], biases: {}}}", fmt::join(std::vector(8, row(inputs)), ", "), row(8));
  };
  return fmt::format("bulk: 1e6, weights: {{linear: [1e4, 1e3], layers: [{}, {}], output: [{}]}}", layer(2), layer(8),
                     fmt::join(std::vector(8, 1e4), ", "));
}

const std::map<std::string, std::string>& constants() {
  static const std::string isotropic = "young: 1e5, poisson: 0.3", bulk = ", bulk: 1e6";
  static const std::map<std::string, std::string> all{
      {"linear-elastic", isotropic},
      {"saint-venant-kirchhoff", isotropic},
      {"neo-hookean", isotropic},
      {"isochoric-neo-hookean", isotropic},
      {"stable-neo-hookean", isotropic},
      {"mooney-rivlin", "c10: 1e4, c01: 5e3" + bulk},
      {"network", networkConstants()},
      {"ogden", "terms: [[2e4, 1.7], [-5e3, -2.4]]" + bulk},
      {"arruda-boyce", "mu: 3e4, locking: 3" + bulk},
      {"veronda-westmann", "c1: 2e4, c2: 1.5" + bulk},
      {"fibre-reinforced", "mu: 3e4, k1: 2e4, k2: 1" + bulk},
      {"guccione", "c: 2e4, bf: 3, bt: 1, bfs: 2" + bulk},
      {"costa", "a: 2e4, bff: 3, bss: 1, bnn: 1, bfs: 2, bfn: 2, bsn: 1" + bulk}};
  return all;
}

SolidPointer make(const MaterialOptions& options, const fem::Domain& domain) {
  const auto& [material, from] = std::tie(options.material, options.from);
  if (from.empty()) {
    std::string text = "{type: " + material + ", " + constants().at(material) + "}";
    if (const std::size_t at = text.find("1e5"); options.varies && at != std::string::npos)
      text.replace(at, 3, "\"1e5 * (1 + x + y + z)\"");
    else if (options.varies)
      throw base::InputError("'" + material + "' has no Young's modulus that could vary: omit --varies.");
    force::Elastic::Data data;
    data.material = base::CaseNode::parse(text, "tenon-bench");
    data.formulation = options.formulation;
    return force::Elastic::make(data, domain);
  }
  if (material == "saint-venant-kirchhoff") return fromEnergy(fem::SaintVenantKirchhoff{young, poisson}, domain);
  if (material == "neo-hookean") return fromEnergy(fem::NeoHookean{young, poisson}, domain);
  if (material == "isochoric-neo-hookean") return fromEnergy(fem::IsochoricNeoHookean{young, poisson}, domain);
  if (material == "stable-neo-hookean") return fromEnergy(fem::StableNeoHookean{young, poisson}, domain);
  throw base::InputError("'" + material + "' does not support --from energy: omit this option.");
}

/// Accumulator that discards the element matrices.
class DiscardingAccumulator : public la::Accumulator {
 public:
  bool needsValues() const override { return true; }
  void addBlock(base::LocalIndex, base::LocalIndex, la::BlockShape, const double*) override {}
  void beginElements(const la::ElementTable&, const la::ElementTable&, la::BlockShape, la::ElementSymmetry) override {}
  void addElements(base::LocalIndex, int, const base::Lane*) override {}
};

/// One solid under measurement.
class MeasuredSolid {
 public:
  MeasuredSolid(const base::Communicator& comm, const force::Solid& solid, const la::State& state)
      : comm_(comm),
        solid_(solid),
        state_(state),
        f_(state.reference().size()),
        assembly_(std::make_shared<la::CombinedLayout>(std::vector<const la::State*>{&state}), la::Insertion::slots,
                  la::AssemblyRules{}) {
    contribute_ = [this](const la::Contributions& to) {
      auto K = to.stiffness(-1.0);
      solid_.addStiffness(K);
    };
    assembly_.record(contribute_);
  }

  void once() {
    la::ForceVector f([&](const la::State&) { return gsl::span<double>(f_); });
    la::StiffnessMatrix K([&](const la::State&, const la::State&) -> la::Accumulator& { return forgetful_; });
    residual_.push_back(measure(comm_, [&] { solid_.addForce(f); }).cpu);
    tangent_.push_back(measure(comm_, [&] { solid_.addStiffness(K); }).cpu);
    assembled_.push_back(measure(comm_, [&] { assembly_.assemble(contribute_); }).cpu);
  }
  double residual() const { return median(residual_); }
  double tangent() const { return median(tangent_); }
  double assembled() const { return median(assembled_); }
  /// Returns the norm of f. With the Frobenius norm of K it is compared with the peers.
  double forceNorm() const {
    double sum = 0.0;
    for (std::size_t i = 0; i < 3 * static_cast<std::size_t>(state_.layout().numOwned()); ++i) sum += f_[i] * f_[i];
    return std::sqrt(comm_.sum(sum)) / static_cast<double>(residual_.size());  // the force is added once per repetition
  }
  double matrixNorm() const {
    PetscReal norm = 0.0;
    TENON_PETSC(MatNorm(assembly_.matrix().get(), NORM_FROBENIUS, &norm));
    return norm;
  }

 private:
  const base::Communicator& comm_;
  const force::Solid& solid_;
  const la::State& state_;
  std::vector<double> f_;
  DiscardingAccumulator forgetful_;
  la::MatrixAssembly assembly_;
  la::MatrixAssembly::Contribute contribute_;
  std::vector<double> residual_, tangent_, assembled_;
};

}  // namespace

std::vector<std::string> benchMaterials() {
  std::vector<std::string> names;
  for (const auto& material : constants()) names.push_back(material.first);
  return names;
}

void measureMaterial(const base::Communicator& comm, const MaterialOptions& options) {
  const auto type = options.elem == "tet" ? mesh::CellType::tet4 : mesh::CellType::hex8;
  const auto body = makeCubeBody(comm, type, options.n);
  la::State& state = body->state();
  deform(state);
  const SolidPointer solid = make(options, body->domain());
  MaterialOptions of_plain;
  of_plain.material = "linear-elastic";
  const SolidPointer plain = make(of_plain, body->domain());
  MeasuredSolid material(comm, *solid, state), linear(comm, *plain, state);
  for (int r = 0; r < options.reps; ++r) material.once(), linear.once();

  nlohmann::ordered_json line{{"prog", "tenon"}, {"material", options.material}, {"from", options.from}};
  line["formulation"] = options.formulation;
  line["varies"] = options.varies;
  line["elem"] = options.elem;
  line["n"] = options.n;
  line["ranks"] = comm.size();
  line["elements"] = numTopCells(body->mesh());
  line["residual_ms"] = material.residual();
  line["tangent_ms"] = material.tangent();
  line["linear_residual_ms"] = linear.residual();
  line["linear_tangent_ms"] = linear.tangent();
  line["linear_ms"] = linear.residual() + linear.tangent();
  const double both = material.residual() + material.tangent();
  line["ratio"] = both / (linear.residual() + linear.tangent());
  line["residual_part"] = material.residual() / both;
  line["assembled_ms"] = material.assembled();
  line["linear_assembled_ms"] = linear.assembled();
  line["assembled_ratio"] = (material.residual() + material.assembled()) / (linear.residual() + linear.assembled());
  line["force_norm"] = material.forceNorm();
  line["fro"] = material.matrixNorm();
  if (comm.isRoot()) std::printf("%s\n", line.dump().c_str());
}

}  // namespace tenon::bench
