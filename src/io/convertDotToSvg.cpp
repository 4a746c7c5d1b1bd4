// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "convertDotToSvg.hpp"

#include <graphviz/gvc.h>

#include <memory>

#include "tenon/base/Error.hpp"
#include "tenon/base/check.hpp"

namespace tenon::io {
namespace {

struct FreeContext {
  void operator()(GVC_t* context) const { gvFreeContext(context); }
};

}  // namespace

std::string convertDotToSvg(const std::string& dot) {
  const std::unique_ptr<GVC_t, FreeContext> context(gvContext());
  Agraph_t* const graph = agmemread(dot.c_str());
  base::ensure(graph != nullptr, "Graphviz cannot read the generated graph.");
  char* text = nullptr;
  unsigned int length = 0;
  const bool is_drawn =
      gvLayout(context.get(), graph, "dot") == 0 && gvRenderData(context.get(), graph, "svg", &text, &length) == 0;
  std::string svg;
  if (is_drawn) svg.assign(text, length);
  if (text != nullptr) gvFreeRenderData(text);
  gvFreeLayout(context.get(), graph);
  agclose(graph);
  base::ensure(is_drawn, "Graphviz cannot draw the graph: install the package libgvc6 with its plugins.");
  return svg;
}

}  // namespace tenon::io
