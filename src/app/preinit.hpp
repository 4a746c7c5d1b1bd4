#pragma once

namespace tenon::app {

/// Does nothing. Its caller is linked with the check of the processor that runs before everything else (preinit.cpp).
void linkPreinit();

}  // namespace tenon::app
