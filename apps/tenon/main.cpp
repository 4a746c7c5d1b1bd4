#include "tenon/base/Runtime.hpp"

int main() {
  const tenon::base::Runtime runtime;
  return tenon::base::runProgram([] {});
}
