#pragma once
#include "tenon/fem/Region.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// Elements that carry nothing but a force N along themselves, on cells of two nodes; at rest they are L long, now
/// l = |d|, d = x_b - x_a.
class AxialElements : public ForceField {
 public:
  enum class Strain { green, engineering };
  struct Section {
    double area = 0, young = 0, prestress = 0;
    Strain strain = Strain::green;
    bool only_pulls = false;  ///< no force in compression; of engineering strain
  };

  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addStressStiffness(const la::Motion& u, la::StiffnessMatrix& K) const override;
  bool isForLargeRotations() const override { return true; }
  double energy() const override;

 protected:
  /// InputError for cells with a node between their ends.
  AxialElements(const std::string& type, const Section& section, const std::string& group, const fem::Domain& domain);

 private:
  /// f_b = -c d, df_b/dx_b = -(c 1 + k d d^T), energy of the element.
  struct Response {
    double c = 0, k = 0, energy = 0;
  };
  template <int dim>
  Response respond(const base::LocalIndex* nodes, Eigen::Matrix<double, dim, 1>& d) const;

  Section section_;
  std::string name_;
  const la::State& state_;
  fem::Region region_;
};

/// Bars of a truss. Of the Green strain (Crisfield, Non-linear Finite Element Analysis of Solids and Structures 1,
/// 1991, section 3.3): eps = (l^2 - L^2) / (2 L^2), E = A L (young eps^2 / 2 + prestress eps), so that the force by l
/// is N = A (young eps + prestress) l / L. Of the engineering strain: eps = (l - L) / L, N = A (young eps + prestress).
class Truss : public AxialElements {
 public:
  struct Data {
    double area = 0, young = 0, prestress = 0;
    std::string strain = "green", group;
  };
  static void declare(base::Parameters<Data>& p);
  Truss(const Data& data, const fem::Domain& domain);
};

/// Cables: N = A max(0, young (l - L) / L + prestress), E = L N^2 / (2 young A). Slack, they have neither force nor
/// stiffness.
class Cable : public AxialElements {
 public:
  struct Data {
    double area = 0, young = 0, prestress = 0;
    std::string group;
  };
  static void declare(base::Parameters<Data>& p);
  Cable(const Data& data, const fem::Domain& domain);
};

}  // namespace tenon::force
