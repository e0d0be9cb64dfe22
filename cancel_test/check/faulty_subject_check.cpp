// SPDX-License-Identifier: BSL-1.0
//
// The block loop: the calls that its subject gets, and that the subject's failure reaches the
// report.
//
// The self-checks of the operations on tokens, with faulty kinds of tokens. Two operations cannot
// get a mistake. In `one_shot` no caller has the token between its making and its end. In
// `creating` the class is no parameter.
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

const measure::schedule schedule{2, {{9, 1}, {2, 5}}};

/// The calls that the last subject got.
struct observed {
    std::uint64_t times = 0;
    std::uint64_t reported_times = 0;
};
observed observation;

struct observing_subject {
    observing_subject() { observation = {}; }
    static void once() { ++observation.times; }
    static const char* failure(std::uint64_t times) {
        observation.reported_times = times;
        return nullptr;
    }
};

TEST(block_loop, does_as_much_as_it_reports) {
    const block_loop<observing_subject> loop;
    const measure::batch done = operations_of(loop, schedule);
    EXPECT_THAT(measure::failed_self_checks(done, schedule), IsEmpty());
    EXPECT_EQ(observation.times, schedule.operations() * loop.block);
    EXPECT_EQ(observation.reported_times, observation.times);
    EXPECT_EQ(done.report.units_per_operation, loop.block);
    EXPECT_THAT(done.report.probe_calls, ElementsAre(schedule.operations() + 1));
}

struct faulty_subject : observing_subject {
    static const char* failure(std::uint64_t /*times*/) { return "it did nothing"; }
};

TEST(block_loop, reports_the_failure_of_its_subject) {
    const measure::batch done = operations_of(block_loop<faulty_subject>{}, schedule);
    EXPECT_THAT(measure::failed_self_checks(done, schedule), ElementsAre("it did nothing"));
}

/// Fails like a subject that allocates when no memory is left.
struct failing_subject : observing_subject {
    static void once() {
        if (++observation.times == 100) {
            throw std::domain_error("no more");
        }
    }
};

// A thread that is not joined would end the program.
TEST(block_loop, passes_on_an_exception_of_its_subject) {
    EXPECT_THROW(static_cast<void>(operations_of(block_loop<failing_subject>{}, schedule)),
                 std::domain_error);
    EXPECT_EQ(observation.times, 100U);
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
    static_cast<void>(operations_of(block_loop<looking_around>{}, schedule));
    EXPECT_GE(threads_meanwhile, 2);
}
#endif

/// Its `cancel()` does nothing.
struct uncancelled_kind : standalone_kind {
    static void cancel() {}
};

/// Is cancelled from the beginning.
struct cancelled_kind : standalone_kind {
    cancelled_kind() { own.cancel(); }
};

/// Can be cancelled, though it must not.
struct unexpected_kind : standalone_kind {
    static constexpr bool cancels = false;
};

/// The failure after three operations, or null.
template <class Subject>
const char* failure_of() {
    Subject subject;
    for (int each = 0; each < 3; ++each) {
        subject.once();
    }
    return subject.failure(3);
}

/// The failure of the second self-check: the first has cancelled the subject, as if another thread
/// had done so meanwhile.
template <class Subject>
const char* failure_when_cancelled_meanwhile() {
    Subject subject;
    subject.once();
    EXPECT_EQ(subject.failure(1), nullptr);
    return subject.failure(1);
}

/// The failure after three waits, if the loop counted `Times` waits.
template <class Wait, int Times>
const char* failure_of_three_waits() {
    Wait wait;
    for (int each = 0; each < 3; ++each) {
        wait.once();
    }
    return wait.failure(Times);
}

template <class Kind>
using guard_in_place = guard_registering<Kind, inlining::in_place>;
template <class Kind>
using guard_in_a_function = guard_registering<Kind, inlining::in_a_function>;
using wrapped = cancellable_wait<standalone_kind>;

struct mistake {
    const char* (*failure)();
    const char* expected; ///< null: none
};

constexpr const char* true_too_early = "a token that was not cancelled returned true";
constexpr const char* not_true = "a cancelled token returned false";
constexpr const char* unnoticed = "a wait did not notice the cancellation";

const mistake all_mistakes[] = {
    {failure_of<token_asking<standalone_kind>>, nullptr},
    {failure_of<token_asking<uncancelled_kind>>, not_true},
    {failure_of<token_asking<cancelled_kind>>, true_too_early},
    {failure_of<token_asking<unexpected_kind>>, not_true},
    {failure_when_cancelled_meanwhile<token_asking<flag_kind>>, true_too_early},
    {failure_when_cancelled_meanwhile<token_asking<std_kind>>, true_too_early},
    {failure_of<guard_in_place<dummy_kind>>, nullptr},
    {failure_of<guard_in_place<uncancelled_kind>>, handler_did_not_run},
    {failure_of<guard_in_place<unexpected_kind>>, handler_did_not_run},
    {failure_of<guard_in_a_function<uncancelled_kind>>, handler_did_not_run},
    {failure_when_cancelled_meanwhile<guard_in_place<standalone_kind>>, handler_ran},
    {failure_when_cancelled_meanwhile<callback_registering<std_kind>>, handler_ran},
    {failure_of<callback_registering<dummy_kind>>, nullptr},
    {failure_of<callback_registering<uncancelled_kind>>, handler_did_not_run},
    {failure_of<callback_registering<cancelled_kind>>, handler_ran},
    {failure_when_cancelled_meanwhile<token_creating<sourced_kind>>, not_cancelled},
    {failure_when_cancelled_meanwhile<token_creating<std_kind>>, not_cancelled},
    {failure_of_three_waits<bare_wait, 3>, nullptr},
    {failure_of_three_waits<bare_wait, 2>, waits_lost},
    {failure_of_three_waits<wrapped, 3>, nullptr},
    {failure_of_three_waits<wrapped, 4>, waits_lost},
    {failure_of<cancellable_wait<dummy_kind>>, nullptr},
    {failure_of<cancellable_wait<cancelled_kind>>, waits_lost},
    {failure_of<cancellable_wait<uncancelled_kind>>, unnoticed},
    {failure_of<cancellable_wait<unexpected_kind>>, unnoticed},
};

TEST(faulty_subject, fails_its_self_check) {
    for (const mistake& each : all_mistakes) {
        EXPECT_STREQ(each.failure(), each.expected) << "mistake " << &each - all_mistakes;
    }
}

} // namespace
