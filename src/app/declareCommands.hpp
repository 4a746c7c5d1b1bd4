// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "simulation/commands.hpp"
#include "simulation/convertMesh.hpp"
#include "simulation/gradient/gradient.hpp"
#include "simulation/homogenise.hpp"
#include "simulation/matrices/exportMatrices.hpp"
#include "simulation/optimise/optimise.hpp"
#include "simulation/results/solveReport.hpp"
#include "simulation/study/study.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::app {

/// Arguments of all commands of the program.
struct Arguments {
  simulation::RunOptions run;
  simulation::CheckOptions checked;
  simulation::ExportOptions exported;
  simulation::HomogeniseOptions homogenised;
  simulation::SolveReportOptions reported;
  simulation::StudyOptions studied;
  simulation::GradientOptions differentiated;
  simulation::OptimiseOptions optimised;
  std::string graph;  // file of the mapping graph; empty for the screen
  std::string name;   // name of a kind or type
  bool markdown = false;
  std::string mesh, partitioned, converted;
  std::vector<std::string> steps;  // derived meshes of `convert`
  std::string derived_group;       // group from which the first step derives
  int tets_per_hex = 6;            // parameter of all steps
  std::vector<double> along;
  std::string place;  ///< placement of a mesh, in the notation of a case
  int parts = 0;
  std::string log_level = "info";
};

/// Function that executes a command.
using Command = std::function<void(const base::Communicator&)>;

/// Declares the commands of the program and their options.
/// @param app        parser of the command line
/// @param arguments  receives the arguments when the command line is parsed; must outlive `app`
/// @param chosen     receives the given command when the command line is parsed
void declareCommands(CLI::App& app, Arguments& arguments, Command& chosen);

}  // namespace tenon::app
