// SPDX-License-Identifier: BSL-1.0
//
// The loop of what is done again and again: what its subject sees of it, and what is wrong with the
// subject reaches the report.
#include "block_loop.hpp"
#include "measured_with.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <thread>

namespace {

using namespace tollgate;
using namespace tollgate::cancel_test;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const measure::schedule asked{2, {{9, 1}, {2, 5}}};

/// What the last subject was, and what was asked of it.
struct observed {
    cancel::policy how{};
    std::uint64_t times = 0;
    std::uint64_t times_told = 0;
};
observed seen;

struct observing_subject {
    explicit observing_subject(cancel::policy how) { seen = {how, 0, 0}; }
    static void once() { ++seen.times; }
    static const char* wrong(std::uint64_t times) {
        seen.times_told = times;
        return nullptr;
    }
};

TEST(block_loop, does_as_much_as_it_says) {
    const block_loop<observing_subject> loop{cancel::policy::asymmetric};
    const measure::batch done = operations_of(loop, asked);
    EXPECT_THAT(measure::failed_proofs(done, asked), IsEmpty());
    EXPECT_EQ(seen.how, cancel::policy::asymmetric);
    EXPECT_EQ(seen.times, asked.operations() * loop.block);
    EXPECT_EQ(seen.times_told, seen.times);
    EXPECT_EQ(done.report.units_per_operation, loop.block);
    EXPECT_THAT(done.report.turns, ElementsAre(asked.operations() + 1));
}

struct wrong_subject : observing_subject {
    using observing_subject::observing_subject;
    static const char* wrong(std::uint64_t /*times*/) { return "it did nothing"; }
};

TEST(block_loop, tells_what_is_wrong_with_its_subject) {
    const measure::batch done = operations_of(block_loop<wrong_subject>{}, asked);
    EXPECT_THAT(measure::failed_proofs(done, asked), ElementsAre("it did nothing"));
}

struct refusing_subject : observing_subject {
    explicit refusing_subject(cancel::policy how) : observing_subject(how) {
        throw std::domain_error("no subject");
    }
};

TEST(block_loop, the_subject_cannot_be_made) {
    EXPECT_THROW(static_cast<void>(operations_of(block_loop<refusing_subject>{}, asked)),
                 std::domain_error);
}

/// As one that allocates when there is no memory left.
struct failing_subject : observing_subject {
    using observing_subject::observing_subject;
    static void once() {
        if (++seen.times == 100) {
            throw std::domain_error("no more");
        }
    }
};

// A thread that nobody joined would end the program.
TEST(block_loop, the_subject_fails_in_the_middle) {
    EXPECT_THROW(static_cast<void>(operations_of(block_loop<failing_subject>{}, asked)),
                 std::domain_error);
    EXPECT_EQ(seen.times, 100U);
}

#if defined(__linux__)
std::ptrdiff_t threads_here() {
    using std::filesystem::directory_iterator;
    return std::distance(directory_iterator("/proc/self/task"), directory_iterator());
}

std::ptrdiff_t threads_meanwhile = 0;

struct looking_around : observing_subject {
    using observing_subject::observing_subject;
    static void once() { threads_meanwhile = threads_here(); }
};

// C libraries are faster in a program of one thread.
TEST(block_loop, has_one_other_thread_meanwhile) {
    std::thread([] {}).join(); // a sanitizer has started its own by now
    static_cast<void>(operations_of(block_loop<looking_around>{}, asked));
    EXPECT_GE(threads_meanwhile, 2);
}
#endif

} // namespace
