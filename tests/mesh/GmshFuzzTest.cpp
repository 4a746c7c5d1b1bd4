// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Damaged mesh files. Verifies that the reader returns a mesh or throws an
// InputError, in bounded time and memory.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <random>

#include "io/TemporaryFolder.hpp"
#include "mesh/reading/GmshReader.hpp"

namespace {
std::atomic<std::size_t> largest_allocation{0};
}

// Replaced allocation functions that record the largest allocation of this program. They are not
// inlined because GCC reports a mismatched pair if only one of them is inlined into a caller.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  if (bytes > largest_allocation) largest_allocation = bytes;
  if (void* memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return std::malloc(bytes);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace tenon::mesh {
namespace {

/// Returns true if a mesh is read and false after an InputError.
/// Any other exception fails the test.
bool survives(const std::string& content) {
  try {
    return !parseGmsh(content, "fuzz.msh").blocks.empty();
  } catch (const base::InputError&) {
    return false;
  }
}

void damage(std::string& content, std::mt19937& random) {
  static const std::string bytes("\0\1\x7f\x80\xff 0123456789-+.en$\n\"", 24);
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  const std::size_t changes = 1 + below(4);
  for (std::size_t i = 0; i < changes && !content.empty(); ++i) {
    const std::size_t at = below(content.size());
    switch (below(5)) {
      case 0:
        content.resize(at);
        break;
      case 1:
        content.erase(at, 1 + below(8));
        break;
      case 2:
        content.insert(at, content.substr(below(content.size()), 1 + below(16)));
        break;
      default:
        content[at] = below(2) == 0 ? bytes[below(bytes.size())] : static_cast<char>(below(256));
    }
  }
}

TEST(GmshFuzz, survivesRandomDamage) {
  for (const char* name : {"solids1.22.0", "solids1.22.1", "plane2.41.0", "plane2.41.1"}) {
    const std::string whole = io::testing::bytesOf(std::string("data/") + name + ".msh");
    ASSERT_TRUE(survives(whole));
    std::mt19937 random(20240229u + static_cast<unsigned>(base::Communicator::world().rank()));
    int read = 0;
    largest_allocation = 0;
    for (int run = 0; run < 1500; ++run) {
      std::string content = whole;
      damage(content, random);
      read += survives(content) ? 1 : 0;
    }
    EXPECT_GT(read, 0) << name;
    EXPECT_LT(read, 1500) << name;
    EXPECT_LT(largest_allocation.load(), std::size_t{1} << 20) << name;
  }
}

TEST(GmshFuzz, refusesEveryTruncation) {
  for (const char* name : {"pyramids.22.0", "pyramids.22.1", "pyramids.41.0", "pyramids.41.1"}) {
    const std::string whole = io::testing::bytesOf(std::string("data/") + name + ".msh");
    const std::size_t end = whole.rfind("$EndElements") + std::string("$EndElements").size();
    for (std::size_t size = 0; size < end; ++size) EXPECT_FALSE(survives(whole.substr(0, size))) << name << " " << size;
    EXPECT_TRUE(survives(whole.substr(0, end))) << name;
  }
}

TEST(GmshFuzz, usesLittleMemoryForLargeCounts) {
  const std::string claim(8, '\x7f');  // 9e18 as a binary count
  const std::string whole = io::testing::bytesOf("data/solids1.41.1.msh");
  largest_allocation = 0;
  for (std::size_t at = whole.find("$Entities"); at + claim.size() < whole.size(); ++at) {
    std::string content = whole;
    content.replace(at, claim.size(), claim);
    survives(content);
  }
  EXPECT_LT(largest_allocation.load(), std::size_t{1} << 20);
}

TEST(GmshFuzz, usesLittleMemoryForABillionItems) {
  const std::string two = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n", four = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n";
  const std::string nodes = "$Nodes\n1 1 1 1\n0 1 0 1\n1\n0 0 0\n$EndNodes\n";
  largest_allocation = 0;
  for (const std::string& text :
       {two + "$Nodes\n1000000000\n1 0 0 0\n", two + "$PhysicalNames\n1000000000\n2 1 \"a\"\n",
        two + "$Nodes\n1\n1 0 0 0\n$EndNodes\n$Elements\n1000000000\n1 15 1000000000 1 1\n",
        two + "$Nodes\n2\n-9000000000000000000 0 0 0\n9000000000000000000 0 0 0\n$EndNodes\n",
        four + "$Nodes\n1000000000 1000000000 1 1000000000\n0 1 0 1000000000\n1\n",
        four + "$Entities\n1000000000 1 1 1\n1 0 0 0 1000000000 1\n",
        four + nodes + "$Elements\n1000000000 1000000000 1 1\n0 1 15 1000000000\n1 1\n"}) {
    ASSERT_LE(text.size(), 200u);
    EXPECT_FALSE(survives(text)) << text;
  }
  EXPECT_LT(largest_allocation.load(), std::size_t{1} << 20);
}

}  // namespace
}  // namespace tenon::mesh
