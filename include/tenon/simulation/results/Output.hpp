// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tenon/base/Parameters.hpp"

namespace tenon::analysis {
struct Energies;         // src/analysis/EnergyBalance.hpp
struct Solution;         // src/analysis/Solution.hpp
struct SolutionRequest;  // src/analysis/Solution.hpp
}  // namespace tenon::analysis
namespace tenon::fem {
class Recovery;
}  // namespace tenon::fem
namespace tenon::system {
class Body;
}  // namespace tenon::system

namespace tenon::simulation {

/// Options of the result files of a simulation. They correspond to the options of `tenon run`.
struct RecordingOptions {
  /// Path of the results without extension. If it is empty, the path that the case specifies is
  /// used, or the path of the case file if the case specifies none.
  std::string output{};
  std::string summary_file{};  ///< file of the JSON summary; empty for no summary
  std::string tables{};        ///< folder of the CSV tables; empty for no tables
  bool allow_outside = false;  ///< true if the case may write outside its folder and that of `output`
  bool restart = false;        ///< true if the run continues from the checkpoint of an interrupted run
};

/// Object at an output step.
struct FieldSample {
  const system::Body& body;  ///< object with its state at the end of the step
  double time;               ///< time of the step
  bool has_velocities;       ///< true if objects have velocities and accelerations
  /// Returns the stresses and deformations of the object, which are recovered once for all fields
  /// of a step; nullptr if the object has none.
  /// @note Collective.
  std::function<const fem::Recovery*()> recovery;
};

/// Writer of the datasets of an object in one output step. The name of a dataset is that of its
/// field, except for fields with several datasets. Vectors have 2 or 3 columns, symmetric tensors
/// have 6.
/// @note All members are collective.
class FieldWriter {
 public:
  virtual ~FieldWriter() = default;
  /// Writes values at nodes.
  /// @param dataset  name of the dataset
  /// @param owned    [owned nodes x columns] values, row by row
  /// @param columns  number of components
  virtual void writeNodes(const std::string& dataset, const std::vector<double>& owned, int columns) = 0;
  /// Writes values of cells.
  /// @param dataset  name of the dataset
  /// @param owned    for each block of the mesh [owned cells x columns] values; blocks of lower
  ///   dimension are skipped
  /// @param columns  number of components
  virtual void writeCells(const std::string& dataset, const std::vector<std::vector<double>>& owned, int columns) = 0;
};

/// Field of the objects of a case, which is written in each output step if `output.fields` contains
/// its name or a block with its type and parameters.
class OutputField {
 public:
  OutputField() = default;
  virtual ~OutputField() = default;
  OutputField(const OutputField&) = delete;
  OutputField& operator=(const OutputField&) = delete;

  /// Writes the field of one object; nothing if the object does not have the field.
  /// @note Collective. All ranks must write the same datasets.
  virtual void write(const FieldSample& sample, FieldWriter& writer) const = 0;
  /// Returns true if the field requires the deformations of FieldSample::recovery() in addition to
  /// the stresses.
  virtual bool needsDeformation() const { return false; }
};

/// Parameter of all histories: the name, which is that of the table in the group
/// `/histories` and the last part of the stem of its CSV file.
struct HistoryName {
  std::string history_name;  ///< name of the history
  /// Declares the key `name`.
  static void declare(base::Parameters<HistoryName>& p);
};

/// Values of a few quantities at every step, independent of the partition. The entries of
/// `output.histories` in a case with a key `type` select a registered history.
class History : public HistoryName {
 public:
  /// Data available at a step. The states of the objects are those at the end of the step.
  struct TimeSample {
    const analysis::Solution& solution;  ///< solution at the end of the step
    const analysis::Energies* energies;  ///< energies; nullptr if they are not recorded
    double time;                         ///< time of the step
  };

  virtual ~History() = default;
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  /// Returns the name of the history, which is that of its table.
  const std::string& name() const { return history_name; }
  /// Returns the names of the columns.
  const std::vector<std::string>& columns() const { return columns_; }
  /// Returns the quantities that values() needs in addition to the states.
  virtual analysis::SolutionRequest solutionRequest() const;
  /// Returns one value for each column, on every rank. @note Collective.
  virtual std::vector<double> values(const TimeSample& sample) const = 0;

 protected:
  /// Creates a history whose name is read from the case.
  /// @param columns  names of the columns
  explicit History(std::vector<std::string> columns) : columns_(std::move(columns)) {}
  /// Creates a history with a given name and columns.
  History(std::string name, std::vector<std::string> columns)
      : HistoryName{std::move(name)}, columns_(std::move(columns)) {}

  std::vector<std::string> columns_;  ///< names of the columns
};

}  // namespace tenon::simulation
