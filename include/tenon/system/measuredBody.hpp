#pragma once
#include <memory>

#include "tenon/mapping/Measurement.hpp"
#include "tenon/system/Body.hpp"

namespace tenon::system {

/// Collective. The object that a measurement makes, which becomes the measurement's child: a mesh of points with a node
/// for all that is measured, each on the rank that measures it.
std::unique_ptr<Body> measuredBody(const std::string& name, const base::Communicator& comm,
                                   mapping::Measurement& measurement);

}  // namespace tenon::system
