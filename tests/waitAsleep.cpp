// Preloaded by tests of several ranks. A rank that waits calls sched_yield() again and again (mpi_yield_when_idle),
// which costs it its turn: where other tests compute as well, each message waits for all of these to have theirs, and a
// second becomes a minute. A rank that sleeps is woken before those that compute. Short waits are not slept through.
#include <sched.h>

#include <chrono>
#include <thread>

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::microseconds;

constexpr microseconds between_polls(3), short_wait(5), nap(1);  // the kernel makes some 50 of a nap

thread_local Clock::time_point last, start;

}  // namespace

extern "C" int sched_yield() noexcept {
  const auto now = Clock::now();
  if (now - last > between_polls) start = now;  // it has worked since
  if (now - start > short_wait) std::this_thread::sleep_for(nap);
  last = Clock::now();
  return 0;
}
