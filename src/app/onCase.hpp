#pragma once
#include <functional>
#include <string>

namespace tenon::app {

/// Runs a command on a case. An InputError that names no file, because it is found when all that the case says has become
/// one system, gets the name of the case in front.
void onCase(const std::string& case_file, const std::function<void()>& command);

}  // namespace tenon::app
