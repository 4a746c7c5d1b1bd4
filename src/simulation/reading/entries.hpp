#pragma once
#include <functional>
#include <string>

#include "tenon/base/CaseNode.hpp"
#include "tenon/base/Problems.hpp"

// Blocks of a case, each with its own problems.
namespace tenon::simulation {

/// Runs `work` for a block of the case; who finds a wrong group or value in it knows no line: the block does.
template <class Work>
void inBlock(const base::CaseNode& block, Work&& work) {
  try {
    work();
  } catch (const base::InputError& error) {
    const std::string sentence = error.what(), file = block.where().substr(0, block.where().rfind(':'));
    if (sentence.compare(0, file.size(), file) == 0) throw;
    block.fail(sentence);
  }
}

/// Runs `work` for every entry of a list of the case, which need not be there; each entry's problems are kept apart.
void forEachEntry(const base::CaseNode& node, const std::string& key, base::Problems& problems,
                  const std::function<void(const base::CaseNode&)>& work);

}  // namespace tenon::simulation
