// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

namespace tenon::io {

/// Returns a graph in the language DOT as an SVG drawing, laid out in layers by Graphviz.
/// @throws InternalError if Graphviz cannot parse it
/// @note Not collective.
std::string convertDotToSvg(const std::string& dot);

}  // namespace tenon::io
