// SPDX-License-Identifier: BSL-1.0
//
// Batons that hand over wrongly, in the ring that is measured: its proofs do not hold.
#include "baton_ring.hpp"
#include "condvar_baton.hpp"

#include <tollgate/clock/posix_clock.hpp>
#include <tollgate/measure/batch.hpp>
#include <tollgate/measure/interval_probe.hpp>

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::thread_test;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::size_t ring_threads = 4;
const measure::schedule asked{2 * ring_threads, {{20, 1}, {5, 2}}};

template <class Baton>
std::vector<std::string> failures_with() {
    measure::interval_probe probe(clock::monotonic_clock{}, asked);
    const auto report = baton_ring<Baton>{ring_threads, {}}(probe);
    return measure::failed_proofs({probe.intervals(), probe.complete(), report}, asked);
}

/// Passes over one member, once.
class skipping_baton : public condvar_baton {
public:
    using condvar_baton::condvar_baton;
    void pass(std::size_t to) {
        condvar_baton::pass(++passes_ == 14 ? (to + 1) % ring_threads : to);
    }

private:
    int passes_ = 0; // the holder's
};

/// Goes between two members only, for a while: all of them are needed to end the ring.
class favouring_baton : public condvar_baton {
public:
    using condvar_baton::condvar_baton;
    void pass(std::size_t to) { condvar_baton::pass(++passes_ <= 14 ? to % 2 : to); }

private:
    int passes_ = 0; // the holder's
};

TEST(wrong_baton, none) {
    EXPECT_THAT(failures_with<condvar_baton>(), IsEmpty());
}

TEST(wrong_baton, that_skips_a_member) {
    EXPECT_THAT(failures_with<skipping_baton>(), Contains(HasSubstr("turns lost or invented")));
}

TEST(wrong_baton, that_favours_two_members) {
    EXPECT_THAT(failures_with<favouring_baton>(), Contains(HasSubstr("turns not shared evenly")));
}

} // namespace
