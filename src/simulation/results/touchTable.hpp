#pragma once
#include <string>
#include <vector>

#include "tenon/analysis/BodyTouch.hpp"
#include "tenon/io/Hdf5File.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

/// Contacts of rigid bodies as rows of a group of datasets: object and body [n x 2], place, normal, force and moment
/// [n x 3], gap [n], and place_on_first [n x 3], which the next step looks them up by. In the order of the first
/// bodies, then of the second ones, however they are spread over the ranks.

/// Collective.
void writeTouches(io::Hdf5File& file, const std::string& group, const system::MechanicalSystem& system,
                  const std::vector<analysis::BodyTouch>& touches);
/// Collective. The same group of another file.
void copyTouches(const io::Hdf5File& from, const std::string& group, io::Hdf5File& to, const std::string& copy);
/// Collective. This rank's share of the rows; none where there is no such group.
std::vector<analysis::BodyTouch> readTouches(const io::Hdf5File& file, const std::string& group);

}  // namespace tenon::simulation
