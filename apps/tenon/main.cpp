// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Command `tenon`.
#include "tenon/app/main.hpp"

int main(int argc, char** argv) {
  return tenon::main(argc, argv);
}
