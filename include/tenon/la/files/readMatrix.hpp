#pragma once
#include <string>

#include "tenon/base/Communicator.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::la {

/// Collective. The matrix of a file as readEntries() reads it, AIJ, its rows dealt out evenly.
Matrix readMatrix(const base::Communicator& comm, const std::string& path);

}  // namespace tenon::la
