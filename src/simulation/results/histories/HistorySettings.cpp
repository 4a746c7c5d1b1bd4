// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "HistorySettings.hpp"

namespace tenon::simulation {

void HistorySettings::declare(base::Parameters<HistorySettings>& p) {
  p.required("name", &HistorySettings::name, "", "name of the history, in /histories and in <stem>.<name>.csv");
  p.optional("nodes", &HistorySettings::nodes, "", "nodes: group whose nodal fields are recorded");
  p.optional("constraint", &HistorySettings::constraint, "",
             "name of the constraint whose forces on the objects, or whose multipliers, are recorded");
  p.optional("joint", &HistorySettings::joint, "",
             "name of the joint whose force and moment on one side are recorded; the moment is about the joint's point "
             "on this side");
  p.optional("side", &HistorySettings::side, "", "joints: side on which force and moment act")
      .oneOf({"first", "second"});
  p.optional("axes", &HistorySettings::axes, "", "joints: components in global axes, or in the axes of the body")
      .oneOf({"global", "body"});
  p.optional("energies", &HistorySettings::energies, "", "true if energies and work are recorded");
  p.optional("fields", &HistorySettings::fields, "",
             "nodes: displacement, velocity, acceleration, reaction; constraints: force, multipliers; default: the "
             "first field");
  p.optional("of", &HistorySettings::of, "", "nodes or multipliers: each value, their mean or their sum")
      .oneOf({"each", "mean", "sum"});
}

}  // namespace tenon::simulation
