// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "analysis/BodyContact.hpp"
#include "io/Hdf5File.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

// Contacts of rigid bodies as rows of a group of datasets: object and body [n x 2], place, normal,
// force and moment [n x 3], gap [n], and place_on_first [n x 3], by which the next step identifies
// contacts. Rows are sorted by the first bodies, then by the second ones, independent of their
// distribution to ranks.

/// Writes the contacts into a group. @note Collective.
void writeBodyContacts(io::Hdf5File& file, const std::string& group, const system::MechanicalSystem& system,
                       const std::vector<analysis::BodyContact>& contacts);
/// Copies the group of one file into another file. @note Collective.
void copyBodyContacts(const io::Hdf5File& from, const std::string& group, io::Hdf5File& to, const std::string& copy);
/// Reads the part of the rows that belongs to this rank; empty if the group does not exist.
/// @note Collective.
std::vector<analysis::BodyContact> readBodyContacts(const io::Hdf5File& file, const std::string& group);

}  // namespace tenon::simulation
