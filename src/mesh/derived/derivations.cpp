// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Types of derived meshes by their names in case files.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "CellCutter.hpp"
#include "mesh/derive.hpp"
#include "tenon/base/Parameters.hpp"

namespace tenon::mesh {
namespace {

struct NoParameters {
  struct Data {};
  static void declare(base::Parameters<Data>&) {}
};

struct PartMesh : Derivation, NoParameters {
  explicit PartMesh(const Data&) {}
  bool keepsNumbers() const override { return true; }
};

struct PointMesh : Derivation, NoParameters {
  explicit PointMesh(const Data&) {}
  Source source() const override { return Source::nodes; }
  int dimension(int) const override { return 0; }
};

struct SurfaceMesh : Derivation, NoParameters {
  explicit SurfaceMesh(const Data&) {}
  Source source() const override { return Source::boundary; }
  int dimension(int of_source) const override { return of_source - 1; }
  std::string requiredCells(int of_source) const override { return of_source < 2 ? "solids or faces" : ""; }
};

struct FaceMesh : Derivation, NoParameters {
  explicit FaceMesh(const Data&) {}
  Source source() const override { return Source::entities; }
  int dimension(int) const override { return 2; }
  std::string requiredCells(int of_source) const override { return of_source != 3 ? "solids" : ""; }
};

struct EdgeMesh : Derivation, NoParameters {
  explicit EdgeMesh(const Data&) {}
  Source source() const override { return Source::entities; }
  int dimension(int) const override { return 1; }
  std::string requiredCells(int of_source) const override { return of_source < 1 ? "cells that have edges" : ""; }
};

/// Cells of the same shape and of another order.
template <CellType (*typeOfOrder)(CellType)>
struct OrderMesh : Derivation, NoParameters {
  explicit OrderMesh(const Data&) {}
  bool keepsNumbers() const override { return true; }
  Division divide(const Mesh& source, const std::vector<std::vector<char>>&) const override {
    return [&source](std::size_t block, LocalIndex) -> std::vector<Piece> {
      const CellType type = source.blocks()[block].type;
      const CellType result = info(type).dimension == 0 ? type : typeOfOrder(type);
      return {{result, sitesOf(result)}};
    };
  }
};

Derivation::Division divisionBy(std::shared_ptr<const CellCutter> cutter) {
  return [cutter = std::move(cutter)](std::size_t block, LocalIndex cell) { return cutter->cut(block, cell); };
}

class TetMesh : public Derivation {
 public:
  struct Data {
    int tets_per_hex = 6;
  };
  static void declare(base::Parameters<Data>& p) {
    p.optional("tets_per_hex", &Data::tets_per_hex, "",
               "number of tetrahedra per hexahedron; 6 always match those of neighbours, 5 match only in alternating "
               "orientation")
        .positive();
  }
  explicit TetMesh(const Data& data)
      : rule_(data.tets_per_hex == 5 ? CellCutter::Rule::five_tets : CellCutter::Rule::simplices) {
    if (data.tets_per_hex != 5 && data.tets_per_hex != 6)
      throw base::InputError("`tets_per_hex`: a hexahedron can be divided only into 5 or 6 tetrahedra.");
  }
  std::string requiredCells(int of_source) const override { return of_source != 3 ? "solids" : ""; }
  Division divide(const Mesh& source, const std::vector<std::vector<char>>& selected) const override {
    return divisionBy(std::make_shared<CellCutter>(source, selected, rule_));
  }

 private:
  CellCutter::Rule rule_;
};

class PrismMesh : public Derivation {
 public:
  struct Data {
    base::Vec3 along = base::Vec3::Zero();
  };
  static void declare(base::Parameters<Data>& p) {
    p.optional("along", &Data::along, "",
               "direction of the axes of the prisms: that axis of each hexahedron is used that is nearest to it; "
               "default: from the first to the second face of each hexahedron");
  }
  explicit PrismMesh(const Data& data) : along_(data.along) {}
  std::string requiredCells(int of_source) const override { return of_source != 3 ? "solids" : ""; }
  Division divide(const Mesh& source, const std::vector<std::vector<char>>& selected) const override {
    return divisionBy(std::make_shared<CellCutter>(source, selected, CellCutter::Rule::prisms, along_));
  }

 private:
  base::Vec3 along_;
};

struct TriangleMesh : Derivation, NoParameters {
  explicit TriangleMesh(const Data&) {}
  std::string requiredCells(int of_source) const override {
    return of_source != 2 ? "faces (derive the surface of solids first)" : "";
  }
  Division divide(const Mesh& source, const std::vector<std::vector<char>>& selected) const override {
    return divisionBy(std::make_shared<CellCutter>(source, selected, CellCutter::Rule::simplices));
  }
};

void registerDerivations(base::Registry<Derivation>& all) {
  all.add<PartMesh>("part", "cells of the mesh or of a group, unchanged");
  all.add<PointMesh>("points", "one point for each node");
  all.add<SurfaceMesh>("surface", "the boundary: faces of solids, lines of faces");
  all.add<FaceMesh>("faces", "every face of solids once, including interior faces");
  all.add<EdgeMesh>("edges", "one line for each edge");
  all.add<OrderMesh<linearType>>("linear", "first-order cells");
  all.add<OrderMesh<quadraticType>>("quadratic",
                                    "second-order cells without central nodes: tri6, quad8, tet10, hex20, prism15");
  all.add<OrderMesh<completeQuadraticType>>(
      "complete-quadratic", "second-order cells with nodes at the centres of faces and cells: quad9, hex27");
  all.add<TetMesh>("tets", "tetrahedra into which the solids are divided");
  all.add<PrismMesh>("prisms", "two prisms for each hexahedron");
  all.add<TriangleMesh>("triangles", "triangles into which the faces are divided");
}

}  // namespace

Derivation::Division Derivation::divide(const Mesh& source, const std::vector<std::vector<char>>& /*selected*/) const {
  return [&source](std::size_t block, LocalIndex) -> std::vector<Piece> {
    const CellType type = source.blocks()[block].type;
    return {{type, sitesOf(type)}};
  };
}

base::Registry<Derivation>& derivations() {
  static base::Registry<Derivation> all = [] {
    base::Registry<Derivation> made{"derived mesh"};
    registerDerivations(made);
    return made;
  }();
  return all;
}

DerivationChoice derivationNamed(const std::string& name, int tets_per_hex, const base::Vec3& along) {
  if (!derivations().has(name))
    throw base::InputError(
        fmt::format("'{}' cannot be derived: choose one of {}.", name, fmt::join(derivations().names(), ", ")));
  DerivationChoice choice = name;
  if (name == "tets")
    choice.read(base::CaseNode::parse(fmt::format("{{type: tets, tets_per_hex: {}}}", tets_per_hex), ""));
  if (name == "prisms" && !along.isZero(0.0))
    choice.read(
        base::CaseNode::parse(
            fmt::format("{{type: prisms, along: [{:.17g}, {:.17g}, {:.17g}]}}", along[0], along[1], along[2]), "")
            .withSpaceDimension(3));
  return choice;
}

}  // namespace tenon::mesh
