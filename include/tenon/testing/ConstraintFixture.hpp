#pragma once
#include <Eigen/LU>

#include "tenon/constraint/Constraint.hpp"
#include "tenon/testing/Objects.hpp"

namespace tenon::testing {

/// Fixture that verifies the requirements on constraints with Lagrange multipliers, for tests of a
/// derived class. By default there are two separate boxes, "left" and "right".
///
///   class MyConstraintTest : public tenon::testing::ConstraintFixture {
///     Constraint make(const Objects& objects) const override {
///       return std::make_unique<MyConstraint>(
///           MyConstraint::Data{"left", "right"}, objects.find());
///     }
///   };
///   TEST_F(MyConstraintTest, isConsistent) { expectConsistent(); }
class ConstraintFixture : public ::testing::Test {
 public:
  /// Constraint under test.
  using Constraint = std::unique_ptr<constraint::Constraint>;
  /// Objects of the test.
  using Objects = testing::Objects;
  /// One object of the test.
  using Box = testing::Box;

  /// Verifies by central differences that G is the derivative of Phi and that the geometric
  /// stiffness is that of G^T lambda; that displacements in the null space of G change Phi by
  /// second order only, and that G^T lambda does no work on them; that linear constraints are
  /// linear; that velocity rows are G v + b; that numRows() is correct; and that results do not
  /// depend on the partition.
  void expectConsistent() {
    const Case alone(*this, base::Communicator::self(), 0);
    const Eigen::MatrixXd G = alone.G();
    const Eigen::VectorXd phi = alone.phi(), lambda = multipliers(phi);
    const Eigen::MatrixXd K = alone.K(lambda);
    EXPECT_GT(G.rows(), 0) << "no row at all";
    EXPECT_GT(G.rowwise().norm().minCoeff(), 0.0) << "a row without entries";
    for (const int partition : Objects::all_partitions) {
      Case one(*this, base::Communicator::world(), partition);
      expectPartitionIndependence(one, G, phi, K);
      expectDerivative(one);
      expectNoWork(one);
      if (one.constraint->isLinear()) expectLinear(one);
      if (isOfPositions(one)) expectGeometricStiffness(one);
    }
  }

 protected:
  /// Creates the constraint under test, anew for each partition; may be collective.
  virtual Constraint make(const Objects& objects) const = 0;
  /// Returns the objects of the test.
  virtual std::vector<Box> boxes() const {
    return {{"left", CellType::hex8, {2, 2, 1}}, {"right", CellType::tet4, {1, 2, 1}, {1.5, 0, 0}, {2.5, 1, 1}}};
  }
  /// Returns the bound of the random displacements of the nodes at which the constraint is tested.
  virtual double displacement() const { return 0.03; }
  /// Returns the time at which the constraint is tested.
  virtual double time() const { return 0.0; }
  /// Returns the admissible difference between derivatives and central differences, relative to the
  /// largest entry.
  virtual double tolerance() const { return 1e-8; }

 private:
  static constexpr double step = 1e-5;
  static constexpr double round_off = 1e-12;

  /// Constraint on one partition with dense vectors and matrices: rows of all ranks in rank order.
  struct Case {
    Case(const ConstraintFixture& fixture, const base::Communicator& comm, int partition)
        : objects(comm, fixture.boxes(), partition), constraint(fixture.make(objects)) {
      objects.numberDofs();
      constraint->setTime(fixture.time());
      objects.moveRandomly(1, fixture.displacement(), 1.0);
    }
    mutable Objects objects;
    Constraint constraint;

    Eigen::VectorXd phi() const {
      std::vector<double> mine(static_cast<std::size_t>(constraint->numRows()), 0.0);
      constraint->addResidual(mine);
      const std::vector<double> all = objects.comm().gatherAll(mine);
      return Eigen::Map<const Eigen::VectorXd>(all.data(), static_cast<Eigen::Index>(all.size()));
    }
    Eigen::MatrixXd G() const {
      struct Entry {
        long row, unknown;
        double value;
      };
      constraint::JacobianRows rows;
      constraint->addJacobian(rows);
      const long first = objects.comm().exclusiveSum(static_cast<long>(constraint->numRows()));
      std::vector<Entry> mine;
      for (const auto& entry : rows.entries())
        mine.push_back({first + entry.row,
                        static_cast<long>(objects.unknown(*entry.state, entry.node, entry.component)), entry.value});
      Eigen::MatrixXd dense =
          Eigen::MatrixXd::Zero(objects.comm().sum(static_cast<long>(constraint->numRows())), objects.numUnknowns());
      for (const Entry& entry : objects.comm().gatherAll(mine)) dense(entry.row, entry.unknown) += entry.value;
      return dense;
    }
    /// Returns d(G^T lambda)/dx.
    Eigen::MatrixXd K(const Eigen::VectorXd& lambda) const {
      const long first = objects.comm().exclusiveSum(static_cast<long>(constraint->numRows()));
      constraint->setMultipliers({lambda.data() + first, static_cast<std::size_t>(constraint->numRows())});
      return objects.matrix(la::Insertion::slots, [&](const la::Contributions& to) {
        la::StiffnessMatrix K = to.stiffness(1.0);
        constraint->addGeometricStiffness(K);
      });
    }
    void move(const Eigen::VectorXd& by) const {
      const Eigen::VectorXd none = Eigen::VectorXd::Zero(by.size());
      if (constraint->level() == constraint::Constraint::Level::velocity)
        objects.move(none, by);
      else
        objects.move(by, none);
    }
  };

  static double largest(const Eigen::MatrixXd& matrix) {
    return matrix.size() == 0 ? 0.0 : matrix.cwiseAbs().maxCoeff();
  }
  static bool isOfPositions(const Case& one) {
    return one.constraint->level() == constraint::Constraint::Level::position;
  }
  /// Returns multipliers that do not depend on the order of the rows.
  static Eigen::VectorXd multipliers(const Eigen::VectorXd& phi) { return (1.0 + phi.array()).matrix(); }

  /// Compares quantities that do not depend on the order of the rows, which follows the ranks.
  static void expectPartitionIndependence(const Case& one, const Eigen::MatrixXd& G, const Eigen::VectorXd& phi,
                                          const Eigen::MatrixXd& K) {
    const Eigen::MatrixXd other_G = one.G();
    const Eigen::VectorXd other_phi = one.phi();
    ASSERT_EQ(other_G.rows(), G.rows()) << "rows depend on the partition";
    ASSERT_EQ(other_phi.size(), G.rows()) << "Phi has not one number per row";
    EXPECT_LE(largest(other_G.transpose() * other_G - G.transpose() * G), round_off * largest(G.transpose() * G));
    EXPECT_LE(largest(other_G.transpose() * multipliers(other_phi) - G.transpose() * multipliers(phi)),
              round_off * largest(G) * static_cast<double>(G.rows()));
    EXPECT_LE(largest(one.K(multipliers(other_phi)) - K), round_off * (largest(G) + largest(K)))
        << "the geometric stiffness depends on the partition";
  }

  /// Returns (value(x + h e_i) - value(x - h e_i)) / 2h for each degree of freedom i.
  template <class Value>
  static Eigen::MatrixXd differences(const Case& one, Value&& value) {
    const Eigen::Index n = one.objects.numUnknowns();
    Eigen::MatrixXd columns;
    for (Eigen::Index i = 0; i < n; ++i) {
      one.move(Eigen::VectorXd::Unit(n, i) * step);
      const Eigen::VectorXd ahead = value();
      one.move(Eigen::VectorXd::Unit(n, i) * (-2 * step));
      const Eigen::VectorXd behind = value();
      one.move(Eigen::VectorXd::Unit(n, i) * step);
      if (columns.size() == 0) columns.resize(ahead.size(), n);
      columns.col(i) = (ahead - behind) / (2 * step);
    }
    return columns;
  }

  void expectDerivative(const Case& one) const {
    const Eigen::MatrixXd G = one.G();
    EXPECT_LE(largest(differences(one, [&] { return one.phi(); }) - G), tolerance() * largest(G))
        << one.constraint->name() << ": G is not the derivative of Phi";
  }

  void expectGeometricStiffness(const Case& one) const {
    const Eigen::VectorXd lambda = multipliers(one.phi());
    const Eigen::MatrixXd K = one.K(lambda);
    const Eigen::MatrixXd found = differences(one, [&] { return Eigen::VectorXd(one.G().transpose() * lambda); });
    EXPECT_LE(largest(found - K), tolerance() * (largest(K) + largest(one.G())))
        << one.constraint->name() << ": d(G^T lambda)/dx";
    EXPECT_LE(largest(K - K.transpose()), round_off * largest(K)) << one.constraint->name() << ": symmetry";
  }

  /// Verifies the null space of G with random v, G v = 0.
  void expectNoWork(const Case& one) const {
    const Eigen::MatrixXd G = one.G();
    const Eigen::VectorXd before = one.phi(), force = G.transpose() * multipliers(before);
    const Eigen::VectorXd any = one.objects.randomVector(5);
    const Eigen::VectorXd v = any - G.transpose() * (G * G.transpose()).fullPivLu().solve(G * any);
    EXPECT_LE(std::abs(force.dot(v)), 1e-10 * force.norm() * any.norm()) << one.constraint->name() << ": work";
    const double small = 1e-4;
    one.move(small * v);
    EXPECT_LE((one.phi() - before).norm(), 10 * small * small * v.squaredNorm() * (1 + largest(G)))
        << one.constraint->name() << ": a displacement in the kernel of G changes Phi";
    one.move(-small * v);
  }

  void expectLinear(const Case& one) const {
    const Eigen::MatrixXd before = one.G();
    one.move(one.objects.randomVector(6));
    EXPECT_LE(largest(one.G() - before), round_off * largest(before)) << "is declared linear, but G changes";
    one.move(-one.objects.randomVector(6));
    EXPECT_EQ(largest(one.K(multipliers(one.phi()))), 0.0) << "is declared linear";
  }
};

}  // namespace tenon::testing
