#pragma once
#include <string>

namespace tenon::base {

/// InputError, with file and line, for a text that yaml-cpp would read but nobody can mean: not UTF-8, a control
/// character, a million values, a block of ten thousand keys, an alias inside of what it names, aliases that repeat
/// each other a million times over, a text without end, a second document. yaml-cpp's ParserException for what is no
/// YAML.
void requireSoundYaml(const std::string& text, const std::string& file);

/// "a tab indents this line, ..." with its line, where that is why a text is no YAML up to `line` (from 0); else empty.
std::string tabSentence(const std::string& text, const std::string& file, int line);

}  // namespace tenon::base
