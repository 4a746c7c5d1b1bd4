#pragma once
#include "tenon/base/History.hpp"

namespace tenon::base {

/// What changes in time by a table: steps whose length varies end at its entries.
class Tabulated {
 public:
  virtual ~Tabulated() = default;
  virtual const History& history() const = 0;
};

}  // namespace tenon::base
