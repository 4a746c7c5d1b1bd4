#pragma once
#include <string>

namespace tenon::io {

/// A graph in the language DOT as a drawing in SVG, laid out in ranks by Graphviz. Not collective. InternalError where
/// Graphviz does not understand it.
std::string svgOfDot(const std::string& dot);

}  // namespace tenon::io
