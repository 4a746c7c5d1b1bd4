#pragma once
#include "tenon/la/assembly/MatrixAssembly.hpp"

namespace tenon::la {

/// Collective. Runs contributors for their indices and shapes only and keeps nothing: index checking for systems that
/// store no matrix. InternalError as of CheckedAccumulator.
void checkContributions(const CombinedLayout& layout, const MatrixAssembly::Contribute& contribute);

}  // namespace tenon::la
