#pragma once
// Registries of all types that a case file may name. A program adds its own types to
// simulation::registries() before it reads a case.
#include "tenon/simulation/registries.hpp"
