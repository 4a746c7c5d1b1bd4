#pragma once

namespace tenon::bench {

/// Runs products without a matrix, forces and tangents of a material, and a sweep over contacts.
void runKernels();

}  // namespace tenon::bench
