#pragma once
// The command `tenon` as a function. A program with user-defined types calls tenon::main().
#include "tenon/app/main.hpp"
