// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "registry.hpp"

#include <Eigen/Eigenvalues>

#include "ownedValues.hpp"
#include "tenon/fem/Recovery.hpp"

namespace tenon::simulation {
namespace {

using fem::Recovery;

/// Field without parameters, which a function writes.
template <void (*function)(const FieldSample&, FieldWriter&), bool needs_deformation = false>
class FunctionField : public OutputField {
 public:
  struct Data {};
  static void declare(base::Parameters<Data>&) {}
  explicit FunctionField(const Data&) {}
  void write(const FieldSample& sample, FieldWriter& writer) const override { function(sample, writer); }
  bool needsDeformation() const override { return needs_deformation; }
};

void writeDisplacement(const FieldSample& sample, FieldWriter& writer) {
  writeVectors(sample.body, sample.body.state().displacement(), "displacement", "rotation", writer);
}

void writeVelocity(const FieldSample& sample, FieldWriter& writer) {
  if (sample.has_velocities)
    writeVectors(sample.body, sample.body.state().velocity(), "velocity", "angular_velocity", writer);
}

void writeAcceleration(const FieldSample& sample, FieldWriter& writer) {
  if (sample.has_velocities)
    writeVectors(sample.body, sample.body.state().acceleration(), "acceleration", "angular_acceleration", writer);
}

/// Writes a recovered field at nodes and on cells.
void writeRecovered(const FieldSample& sample, const char* dataset, const std::vector<double>& nodes,
                    const std::vector<std::vector<double>>& cells, int columns, FieldWriter& writer) {
  writer.writeNodes(dataset, ownedValues(sample.body, nodes, columns), columns);
  writer.writeCells(dataset, ownedCellValues(sample.body, cells, columns), columns);
}

void writeStress(const FieldSample& sample, FieldWriter& writer) {
  if (const Recovery* recovery = sample.recovery())
    writeRecovered(sample, "stress", recovery->stress().nodes, recovery->stress().cells, 6, writer);
}

void writeStrain(const FieldSample& sample, FieldWriter& writer) {
  if (const Recovery* recovery = sample.recovery())
    writeRecovered(sample, "strain", recovery->strain().nodes, recovery->strain().cells, 6, writer);
}

void writeVonMises(const FieldSample& sample, FieldWriter& writer) {
  if (const Recovery* recovery = sample.recovery())
    writeRecovered(sample, "von_mises", recovery->vonMisesAtNodes(), recovery->vonMisesOfCells(), 1, writer);
}

/// Returns the principal values of symmetric tensors of 6 components, in descending order.
std::vector<double> principalValues(const std::vector<double>& tensors) {
  std::vector<double> values;
  values.reserve(tensors.size() / 2);
  for (std::size_t at = 0; at + 6 <= tensors.size(); at += 6) {
    const double* s = tensors.data() + at;
    base::Mat3 tensor;
    tensor << s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2];
    const base::Vec3 ascending =
        Eigen::SelfAdjointEigenSolver<base::Mat3>(tensor, Eigen::EigenvaluesOnly).eigenvalues();
    values.insert(values.end(), {ascending[2], ascending[1], ascending[0]});
  }
  return values;
}

void writePrincipalStress(const FieldSample& sample, FieldWriter& writer) {
  const Recovery* recovery = sample.recovery();
  if (recovery == nullptr) return;
  std::vector<std::vector<double>> cells;
  for (const auto& block : recovery->stress().cells) cells.push_back(principalValues(block));
  writeRecovered(sample, "principal_stress", principalValues(recovery->stress().nodes), cells, 3, writer);
}

/// Writes a deformation quantity of solids that provide it; 0 at other nodes and cells.
void writeDeformation(const FieldSample& sample, const char* dataset, Recovery::Column first, int columns,
                      FieldWriter& writer) {
  const Recovery* recovery = sample.recovery();
  if (recovery == nullptr || !sample.body.mesh().comm().any(recovery->hasDeformation())) return;
  const Recovery::Field field = recovery->deformation(first, columns);
  writeRecovered(sample, dataset, field.nodes, field.cells, columns, writer);
}

void writeGradient(const FieldSample& sample, FieldWriter& writer) {
  writeDeformation(sample, "deformation_gradient", Recovery::gradient, 9, writer);
}

void writeVolumeRatio(const FieldSample& sample, FieldWriter& writer) {
  writeDeformation(sample, "volume_ratio", Recovery::volume_ratio, 1, writer);
}

void writeInvariants(const FieldSample& sample, FieldWriter& writer) {
  writeDeformation(sample, "invariants", Recovery::invariants, 3, writer);
}

void writeEnergyDensity(const FieldSample& sample, FieldWriter& writer) {
  writeDeformation(sample, "energy_density", Recovery::energy_density, 1, writer);
}

void writePlasticStrain(const FieldSample& sample, FieldWriter& writer) {
  writeDeformation(sample, "plastic_strain", Recovery::plastic_strain, 1, writer);
}

void writePartition(const FieldSample& sample, FieldWriter& writer) {
  const mesh::Mesh& mesh = sample.body.mesh();
  std::vector<std::vector<double>> ranks;
  for (const auto& block : mesh.blocks())
    ranks.emplace_back(static_cast<std::size_t>(block.num_owned), static_cast<double>(mesh.comm().rank()));
  writer.writeCells("partition", ranks, 1);
}

}  // namespace

void registerOutputFields(base::Registry<OutputField>& fields) {
  fields.add<FunctionField<writeDisplacement>>("displacement", "displacement, and rotation of rigid bodies and beams");
  fields.add<FunctionField<writeVelocity>>("velocity", "velocity and angular velocity, in transient analyses");
  fields.add<FunctionField<writeAcceleration>>("acceleration",
                                               "acceleration and angular acceleration, in transient analyses");
  fields.add<FunctionField<writeStress>>("stress", "stress, averaged at nodes and for each cell");
  fields.add<FunctionField<writeStrain>>("strain", "strain, averaged at nodes and for each cell");
  fields.add<FunctionField<writeVonMises>>("von_mises", "von Mises stress");
  fields.add<FunctionField<writePrincipalStress>>("principal_stress", "principal stresses in descending order");
  fields.add<FunctionField<writeGradient, true>>("deformation_gradient",
                                                 "deformation gradient F of solids at large strain");
  fields.add<FunctionField<writeVolumeRatio, true>>("volume_ratio", "volume ratio det F of solids at large strain");
  fields.add<FunctionField<writeInvariants, true>>("invariants", "invariants of the right Cauchy-Green tensor");
  fields.add<FunctionField<writeEnergyDensity, true>>("energy_density", "strain energy per reference volume");
  fields.add<FunctionField<writePlasticStrain, true>>("plastic_strain", "equivalent plastic strain");
  fields.add<FunctionField<writePartition>>("partition", "rank that owns each cell");
}

}  // namespace tenon::simulation
