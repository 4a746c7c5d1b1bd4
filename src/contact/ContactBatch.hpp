#pragma once
#include <memory>
#include <vector>

#include "LocalProblems.hpp"
#include "VelocityLanes.hpp"
#include "tenon/contact/ConeProblem.hpp"

namespace tenon::contact {

/// Contacts that push no body of one another, with all that a sweep asks for: relaxed side by side they come to the
/// same as one after the other.
class ContactBatch {
 public:
  static constexpr std::size_t capacity = num_lanes;

  /// Of contacts of a problem, at least one and at most `capacity`; `shares` of the bodies' mobility, [local bodies];
  /// impulses as in x.
  ContactBatch(const ConeProblem& problem, const std::vector<std::size_t>& contacts, const std::vector<double>& shares,
               const Impulses& x);

  /// In the order of the lanes.
  const std::vector<std::size_t>& contacts() const { return contacts_; }
  double normalImpulse(int lane) const { return gamma_[0][lane]; }
  void writeTo(Impulses& x) const;

  /// Asks the processor to read it into the cache.
  void fetch() const {
    constexpr std::size_t line = 64;
    for (std::size_t at = 0; at < sizeof(*this); at += line)
      __builtin_prefetch(reinterpret_cast<const char*>(this) + at);
  }

  /// Finds the impulses that follow the contacts' laws at the velocities `seen`, takes them by so much, and adds what
  /// has changed to the velocities v of rigid bodies, which may be those seen; both [local bodies x 6]. Returns the
  /// changes of E gamma.
  Lanes3 relax(double relaxation, const double* seen, double* v);

 private:
  /// Of bodies that move and turn as easily in all directions, such as spheres; the nine numbers of others would be a
  /// third of the batch.
  struct RoundMobility {
    Lane linear, angular;

    void set(int lane, const Mobility& of, double share);
    Lanes3 linearOf(const Lanes3& push) const { return {linear * push[0], linear * push[1], linear * push[2]}; }
    Lanes3 angularOf(const Lanes3& moment) const {
      return {angular * moment[0], angular * moment[1], angular * moment[2]};
    }
  };
  struct AnyMobility {
    Lanes3 linear;
    SymmetricLanes3 angular;

    void set(int lane, const Mobility& of, double share);
    Lanes3 linearOf(const Lanes3& push) const {
      return {linear[0] * push[0], linear[1] * push[1], linear[2] * push[2]};
    }
    Lanes3 angularOf(const Lanes3& moment) const { return angular * moment; }
  };
  template <class Of>
  struct Both {
    Of first, second;
  };
  // Rarely asked for, and not to take registers from those who do not ask.
  [[gnu::noinline]] Lanes3 relaxed(double relaxation, const Lanes3& found) const;

  // In the order in which a sweep reads them: memory is read ahead only from front to back.
  BodyLanes first_, second_;
  Lanes3 first_arm_, second_arm_;
  Lanes3 frame_[3];  // columns
  Lane bias_;
  Lanes3 gamma_;
  LocalProblems local_;
  Lane friction_, least_;
  Both<RoundMobility> round_;
  std::unique_ptr<Both<AnyMobility>> any_;  // where one of the bodies is not round
  std::vector<std::size_t> contacts_;
};

/// The contacts of a problem in batches. Each comes after those before it that push one of its bodies, so that a sweep
/// over batches is one over the contacts as they are listed. Points of deformable bodies push each other, so that a
/// batch has those of one contact. Contacts with pyramids are in none.
std::vector<std::vector<std::size_t>> batchesOf(const ConeProblem& problem);

}  // namespace tenon::contact
