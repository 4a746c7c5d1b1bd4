// Whatever a case says, each value of it is read or refused by an InputError of bounded length.
#include <cstdint>
#include <cstdlib>

#include "tenon/base/CaseNode.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/Expression.hpp"
#include "tenon/base/text.hpp"
#include "tenon/constraint/linear/MultiPoint.hpp"

namespace {

using tenon::base::CaseNode;

template <class Work>
void attempt(Work&& work) {
  try {
    work();
  } catch (const tenon::base::InputError& error) {
    const std::string said = error.what();
    if (said.size() > 1'000'000 || tenon::base::firstInvalidUtf8(said) != std::string::npos) std::abort();
  }
}

void readAsEverything(const CaseNode& node) {
  attempt([&] { node.number(); });
  attempt([&] { node.integer(); });
  attempt([&] { node.boolean(); });
  attempt([&] { node.text(); });
  attempt([&] { node.vector(); });
  attempt([&] { tenon::base::Expression::read(node)({1.0, 2.0, 3.0}, 0.5); });
  attempt([&] { node.allowKeys({"type", "objects", "group"}); });
  attempt([&] {
    std::vector<tenon::constraint::Equation> equations;
    tenon::constraint::readValue(node, equations);
  });
}

// A few levels deep: aliases may make a thousand values of one.
void visit(const CaseNode& node, int levels) {
  readAsEverything(node);
  if (levels == 0) return;
  if (node.isMap())
    for (const std::string& key : node.keys()) visit(node[key], levels - 1);
  if (node.isList())
    for (const CaseNode& item : node.items()) visit(item, levels - 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  attempt([&] { visit(CaseNode::parse({reinterpret_cast<const char*>(data), size}, "fuzz.yaml"), 3); });
  return 0;
}
