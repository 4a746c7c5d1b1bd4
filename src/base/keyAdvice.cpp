// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "keyAdvice.hpp"

namespace tenon::base {
namespace {

KeyAdvice& current() {
  static KeyAdvice advice;
  return advice;
}

}  // namespace

void setKeyAdvice(KeyAdvice advice) {
  current() = std::move(advice);
}

std::string adviceOnKey(const std::string& key, const std::string& path) {
  return current() ? current()(key, path) : std::string();
}

}  // namespace tenon::base
