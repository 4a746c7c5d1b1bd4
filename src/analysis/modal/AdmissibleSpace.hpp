#pragma once
#include "tenon/la/handles.hpp"

namespace tenon::analysis {

/// The space { x : G x = 0 } of rows that hold, and the orthogonal projection on it,
///   Q = 1 - G^T (G G^T)^-1 G.
class AdmissibleSpace {
 public:
  /// Collective. `G`: rows that are independent, or empty; `holds`: 1 of rows that count, 0 of others.
  AdmissibleSpace(Mat G, Vec holds);

  /// Collective. x <- Q x.
  void project(Vec x) const;

 private:
  la::Matrix rows_, transposed_, product_;
  la::LinearSolver inverse_;  // of G G^T
};

}  // namespace tenon::analysis
