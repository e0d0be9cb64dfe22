// SPDX-License-Identifier: BSL-1.0
//
// The loop of what is done again and again: what its subject sees of it, and what is wrong with the
// subject reaches the report.
//
// The proofs of what is done with tokens, with kinds of tokens that have a mistake. A whole life of
// a token (one_shot) cannot be given one: no caller has the token between its making and its end.
// Nor can what makes a class that is not a parameter (creating).
#include "measured_with.hpp"
#include "program.hpp"
#include "registering.hpp"
#include "token_subjects.hpp"
#include "wrapped_wait.hpp"

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
    std::uint64_t times = 0;
    std::uint64_t times_told = 0;
};
observed seen;

struct observing_subject {
    observing_subject() { seen = {}; }
    static void once() { ++seen.times; }
    static const char* wrong(std::uint64_t times) {
        seen.times_told = times;
        return nullptr;
    }
};

TEST(block_loop, does_as_much_as_it_says) {
    const block_loop<observing_subject> loop;
    const measure::batch done = operations_of(loop, asked);
    EXPECT_THAT(measure::failed_proofs(done, asked), IsEmpty());
    EXPECT_EQ(seen.times, asked.operations() * loop.block);
    EXPECT_EQ(seen.times_told, seen.times);
    EXPECT_EQ(done.report.units_per_operation, loop.block);
    EXPECT_THAT(done.report.turns, ElementsAre(asked.operations() + 1));
}

struct wrong_subject : observing_subject {
    static const char* wrong(std::uint64_t /*times*/) { return "it did nothing"; }
};

TEST(block_loop, tells_what_is_wrong_with_its_subject) {
    const measure::batch done = operations_of(block_loop<wrong_subject>{}, asked);
    EXPECT_THAT(measure::failed_proofs(done, asked), ElementsAre("it did nothing"));
}

/// As one that allocates when there is no memory left.
struct failing_subject : observing_subject {
    static void once() {
        if (++seen.times == 100) {
            throw std::domain_error("no more");
        }
    }
};

// A thread that is not joined would end the program.
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
    static void once() { threads_meanwhile = threads_here(); }
};

// C libraries are faster in a program of one thread.
TEST(block_loop, has_one_other_thread_meanwhile) {
    std::thread([] {}).join(); // a sanitizer has started its own by now
    static_cast<void>(operations_of(block_loop<looking_around>{}, asked));
    EXPECT_GE(threads_meanwhile, 2);
}
#endif

/// Says that it is cancelled, and is not.
struct uncancelled_kind : standalone_kind {
    static void cancel() {}
};

/// Is cancelled from the beginning.
struct cancelled_kind : standalone_kind {
    cancelled_kind() { own.cancel(); }
};

/// Never to be cancelled, and is.
struct unexpected_kind : standalone_kind {
    static constexpr bool cancels = false;
};

/// The mistake found after three times; null: none.
template <class Subject>
const char* found_in() {
    Subject subject;
    for (int each = 0; each < 3; ++each) {
        subject.once();
    }
    return subject.wrong(3);
}

/// What is wrong the second time: the first look has cancelled it, as if another thread had
/// meanwhile.
template <class Subject>
const char* found_when_cancelled_meanwhile() {
    Subject subject;
    subject.once();
    EXPECT_EQ(subject.wrong(1), nullptr);
    return subject.wrong(1);
}

/// One wait more or less than it is asked about.
template <class Wait, int Times>
const char* found_of_three_waits() {
    Wait wait;
    for (int each = 0; each < 3; ++each) {
        wait.once();
    }
    return wait.wrong(Times);
}

template <class Kind>
using guard_in_place = guard_registering<Kind, inlining::in_place>;
template <class Kind>
using guard_in_a_function = guard_registering<Kind, inlining::in_a_function>;
using wrapped = cancellable_wait<standalone_kind>;

struct mistake {
    const char* (*found)();
    const char* expected; ///< null: none
};

constexpr const char* seen_too_early = "what was not cancelled said that it was";
constexpr const char* not_seen = "what was cancelled said that it was not";
constexpr const char* unnoticed = "a wait did not notice the cancellation";

const mistake all_mistakes[] = {
    {found_in<token_asking<standalone_kind>>, nullptr},
    {found_in<token_asking<uncancelled_kind>>, not_seen},
    {found_in<token_asking<cancelled_kind>>, seen_too_early},
    {found_in<token_asking<unexpected_kind>>, not_seen},
    {found_when_cancelled_meanwhile<token_asking<flag_kind>>, seen_too_early},
    {found_when_cancelled_meanwhile<token_asking<std_kind>>, seen_too_early},
    {found_in<guard_in_place<dummy_kind>>, nullptr},
    {found_in<guard_in_place<uncancelled_kind>>, handler_did_not_run},
    {found_in<guard_in_place<unexpected_kind>>, handler_did_not_run},
    {found_in<guard_in_a_function<uncancelled_kind>>, handler_did_not_run},
    {found_when_cancelled_meanwhile<guard_in_place<standalone_kind>>, handler_ran},
    {found_when_cancelled_meanwhile<callback_registering<std_kind>>, handler_ran},
    {found_in<callback_registering<dummy_kind>>, nullptr},
    {found_in<callback_registering<uncancelled_kind>>, handler_did_not_run},
    {found_in<callback_registering<cancelled_kind>>, handler_ran},
    {found_when_cancelled_meanwhile<token_creating<sourced_kind>>, not_cancelled},
    {found_when_cancelled_meanwhile<token_creating<std_kind>>, not_cancelled},
    {found_of_three_waits<bare_wait, 3>, nullptr},
    {found_of_three_waits<bare_wait, 2>, waits_lost},
    {found_of_three_waits<wrapped, 3>, nullptr},
    {found_of_three_waits<wrapped, 4>, waits_lost},
    {found_in<cancellable_wait<dummy_kind>>, nullptr},
    {found_in<cancellable_wait<cancelled_kind>>, waits_lost},
    {found_in<cancellable_wait<uncancelled_kind>>, unnoticed},
    {found_in<cancellable_wait<unexpected_kind>>, unnoticed},
};

TEST(wrong_subject, tells_its_mistake) {
    for (const mistake& each : all_mistakes) {
        EXPECT_STREQ(each.found(), each.expected) << "mistake " << &each - all_mistakes;
    }
}

} // namespace
