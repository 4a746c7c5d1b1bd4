// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "base/Runtime.hpp"
#include "base/text.hpp"
#include "mesh/surfaces/surfaceFile.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/Log.hpp"

/// Starts MPI outside the timed first input and disables messages about omitted triangles.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
  static auto runtime = std::make_unique<tenon::base::Runtime>();
  tenon::base::setUpLog(tenon::base::Communicator::self(), "off");
  return std::atexit([] { runtime.reset(); });
}

/// Reads bytes as a surface file with this name. Aborts unless the result is a mesh whose triangles
/// refer to existing nodes or a short error message.
inline int readAsSurface(const std::uint8_t* data, std::size_t size, const char* name) {
  try {
    const tenon::mesh::RawMesh mesh = tenon::mesh::parseSurface({reinterpret_cast<const char*>(data), size}, name);
    for (const auto& block : mesh.blocks)
      for (const std::int32_t node : block.nodes)
        if (node < 0 || static_cast<std::size_t>(node) >= mesh.numNodes()) std::abort();
  } catch (const tenon::base::Error& error) {
    const std::string sentence = error.what();
    if (sentence.size() > 1000 || tenon::base::firstInvalidUtf8(sentence) != std::string::npos) std::abort();
    if (error.code() == tenon::base::ExitCode::internal) std::abort();
  }
  return 0;
}
