// Command `tenon`.
#include "tenon/app/main.hpp"

int main(int argc, char** argv) {
  return tenon::main(argc, argv);
}
