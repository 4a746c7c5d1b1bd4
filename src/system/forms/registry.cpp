#include "tenon/system/registry.hpp"

#include "tenon/system/AssembledSystem.hpp"
#include "tenon/system/CompositeSystem.hpp"
#include "tenon/system/MatrixFreeSystem.hpp"

namespace tenon::system {

void registerSystems(SystemRegistry& systems) {
  systems.add<FixedPatternSystem>("fixed-pattern", "one stored matrix, its pattern found once and its values often");
  systems.add<AssembledSystem>("assembled", "one stored matrix by general insertion, at any change of its pattern");
  systems.add<CompositeSystem>("composite", "A, and beside it the matrices it is made of");
  systems.add<MatrixFreeSystem>("matrix-free", "products with A only, nothing stored");
}

}  // namespace tenon::system
