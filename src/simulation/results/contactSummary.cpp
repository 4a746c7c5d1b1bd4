// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "contactSummary.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.hpp"

namespace tenon::simulation {

void addContacts(const std::optional<analysis::ContactStatistics>& contacts, const AddLine& line) {
  if (!contacts) return;
  line("contacts", fmt::format("{} at the end, at most {}; complementarity {:.1e}, maximum {:.1e}", contacts->last,
                               contacts->most, contacts->complementarity, contacts->worst_complementarity));
  if (contacts->deals > 0)
    line("work", fmt::format("maximum load {:.2f} times the mean; rebalanced {}", contacts->share,
                             base::formatCount(contacts->deals, "time")));
  if (contacts->asleep) line("asleep", base::formatCount(*contacts->asleep, "body", "bodies") + " at the end");
}

nlohmann::json jsonOf(const std::optional<analysis::ContactStatistics>& contacts) {
  if (!contacts) return {};
  nlohmann::json json = {{"last", contacts->last},
                         {"most", contacts->most},
                         {"iterations", contacts->iterations},
                         {"complementarity", contacts->complementarity},
                         {"worst_complementarity", contacts->worst_complementarity},
                         {"deals", contacts->deals},
                         {"share", contacts->share}};
  if (contacts->asleep) json["asleep"] = *contacts->asleep;
  return json;
}

}  // namespace tenon::simulation
