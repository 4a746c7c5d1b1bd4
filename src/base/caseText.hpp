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

/// Returns a hint for what yaml-cpp says of a text that is no YAML, beginning with a space: that indentation or a
/// bracket may be wrong; else empty.
std::string yamlHint(const std::string& message);

/// Returns a hint for a text that was meant as a number, beginning with a space: that it has a unit or a decimal comma;
/// else empty.
std::string numberHint(const std::string& text);

}  // namespace tenon::base
