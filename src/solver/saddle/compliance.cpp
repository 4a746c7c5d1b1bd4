#include "compliance.hpp"

#include <fmt/format.h>

#include "tenon/base/runCollectively.hpp"
#include "tenon/la/arrays.hpp"

namespace tenon::solver {

void requireNoCompliance(const SaddleSystem& system, const char* reason) {
  if (system.G == nullptr || system.compliance == nullptr) return;
  std::string compliant;
  {
    const la::ReadArray compliance(system.compliance);
    for (PetscInt i = 0; i < compliance.size() && compliant.empty(); ++i) {
      if (compliance[i] == 0.0) continue;
      compliant = "a constraint";
      for (const la::NamedRows& group : system.groups)
        if (group.first <= i && i < group.first + group.count) compliant = fmt::format("constraint '{}'", group.name);
    }
  }
  base::runCollectively(base::Communicator(PetscObjectComm(reinterpret_cast<PetscObject>(system.G))), [&] {
    if (!compliant.empty())
      throw base::InputError(fmt::format("{} has compliance, but {}: choose another preset.", compliant, reason));
  });
}

}  // namespace tenon::solver
