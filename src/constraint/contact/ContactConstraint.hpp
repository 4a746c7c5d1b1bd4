// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "ContactLaw.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::constraint {

/// Contact `surface` of a case: two surfaces, or one surface in contact with itself. `method`
/// selects the discretisation.
/// The default is a mortar contact. The default is node-wise contact where mortars are not
/// available: for `self`, for `smooth`, for slaves without a solid behind them, whose normal is
/// unknown; and for `compliance`, whose unit is that of `nodes` unless a mortar is requested.
struct ContactConstraint {
  /// Indicates that the contact supports axisymmetric objects.
  static constexpr bool acts_on_axisymmetric = true;
  /// Parameters of the contact.
  struct Data : ContactLaw {
    std::string name;                      ///< name of the contact
    fem::ObjectGroup slave, master, self;  ///< slave and master, or the surface in contact with itself
    std::string method = "automatic";      ///< mortar, nodes or automatic
    std::string multipliers = "dual", overlaps = "automatic";  ///< see MortarContact::Data
    double reach = 0.0;   ///< reach of the detection, length; 0: by the diameter of the faces
    bool smooth = false;  ///< true if the master is a smooth surface through its nodes
    double crease = 0.7;  ///< angle in radians above which an edge of a smooth master stays sharp
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Creates the contact.
  /// @throws InputError if both sides are the same or are nowhere near each other
  /// @note Collective.
  static std::unique_ptr<Constraint> make(const Data& data, const fem::FindDomain& find);
};

}  // namespace tenon::constraint
