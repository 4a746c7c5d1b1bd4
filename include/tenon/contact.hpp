#pragma once
// Contact of rigid bodies: shapes, contact laws, and their registries. A new shape is derived
// from contact::Shape, a new law from contact::RigidContact.
#include "tenon/contact/BodyShape.hpp"
#include "tenon/contact/Contact.hpp"
#include "tenon/contact/Polytope.hpp"
#include "tenon/contact/RigidContact.hpp"
#include "tenon/contact/Rules.hpp"
#include "tenon/contact/Shape.hpp"
#include "tenon/contact/registry.hpp"
