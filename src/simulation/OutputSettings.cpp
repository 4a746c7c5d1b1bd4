#include "OutputSettings.hpp"

namespace tenon::simulation {

void OutputSettings::declare(base::Parameters<OutputSettings>& p) {
  p.optional("stem", &OutputSettings::stem, "", "stem of the result files; default: the case's name");
  p.optional("every", &OutputSettings::every, "", "one step of so many is written, and the last one").positive();
}

OutputSettings OutputSettings::read(const base::CaseNode& root) {
  OutputSettings settings;
  if (!root.has("output")) return settings;
  const base::CaseNode node = root["output"];
  if (!node.isMap()) {
    settings.stem = node.text();
    return settings;
  }
  base::Parameters<OutputSettings> table;
  declare(table);
  return table.read(node, {});
}

}  // namespace tenon::simulation
