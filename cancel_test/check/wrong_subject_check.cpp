// SPDX-License-Identifier: BSL-1.0
//
// The loop of what is done again and again: what its subject sees of it, and what is wrong with the
// subject reaches the report.
//
// The proofs of what is done with tokens, with kinds of tokens that have a mistake. A whole life of
// a token (one_shot) cannot be given one: no caller has the token between its making and its end.
// Nor can what makes a class that is not a parameter (standalone_creating, source_creating,
// std_source_creating).
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

using namespace tollgate;
using namespace tollgate::cancel_test;
using ::testing::IsNull;
using ::testing::StrEq;

constexpr cancel::policy adaptive = cancel::policy::adaptive;

/// Says that it is cancelled, and is not.
struct uncancelled_kind : standalone_kind {
    using standalone_kind::standalone_kind;
    static void cancel() {}
};

/// Is cancelled from the beginning.
struct cancelled_kind : standalone_kind {
    explicit cancelled_kind(cancel::policy with) : standalone_kind(with) { own.cancel(); }
};

/// Never to be cancelled, and is.
struct unexpected_kind : standalone_kind {
    using standalone_kind::standalone_kind;
    static constexpr bool cancels = false;
};

/// The mistake found after that many times; null: none.
template <class Subject>
const char* wrong_after(std::uint64_t times) {
    Subject subject(adaptive);
    for (std::uint64_t each = 0; each < times; ++each) {
        subject.once();
    }
    return subject.wrong(times);
}

/// What is wrong the second time: the first look has cancelled it, as if another thread had
/// meanwhile.
template <class Subject>
const char* wrong_when_cancelled_meanwhile() {
    Subject subject(adaptive);
    subject.once();
    EXPECT_THAT(subject.wrong(1), IsNull());
    return subject.wrong(1);
}

TEST(asking, a_token_that_is_cancelled_too_early_or_not_at_all) {
    EXPECT_THAT(wrong_after<token_asking<standalone_kind>>(3), IsNull());
    EXPECT_THAT(wrong_after<token_asking<uncancelled_kind>>(3),
                StrEq("a token that was cancelled said that it was not"));
    EXPECT_THAT(wrong_after<token_asking<cancelled_kind>>(3),
                StrEq("a token that was not cancelled said that it was"));
    EXPECT_NE(wrong_after<token_asking<unexpected_kind>>(3), nullptr);
}

TEST(asking, somebody_cancels_meanwhile) {
    EXPECT_THAT(wrong_when_cancelled_meanwhile<flag_asking>(),
                StrEq("a flag that was not set was seen set"));
    EXPECT_THAT(wrong_when_cancelled_meanwhile<std_asking>(),
                StrEq("a stop was seen that nobody requested"));
    EXPECT_THAT(wrong_when_cancelled_meanwhile<token_asking<sourced_kind>>(),
                StrEq("a token that was not cancelled said that it was"));
}

template <class Kind>
void expect_unregistered(const char* what) {
    EXPECT_THAT((wrong_after<guard_registering<Kind, inlining::in_place>>(3)), StrEq(what));
    EXPECT_THAT((wrong_after<guard_registering<Kind, inlining::in_a_function>>(3)), StrEq(what));
}

TEST(registering, a_token_that_runs_no_handler_or_one_too_many) {
    EXPECT_THAT((wrong_after<guard_registering<dummy_kind, inlining::in_place>>(3)), IsNull());
    expect_unregistered<uncancelled_kind>(handler_did_not_run);
    expect_unregistered<cancelled_kind>(handler_did_not_run);
    expect_unregistered<unexpected_kind>(handler_did_not_run);
    EXPECT_THAT(wrong_after<callback_registering<dummy_kind>>(3), IsNull());
    EXPECT_THAT(wrong_after<callback_registering<uncancelled_kind>>(3), StrEq(handler_did_not_run));
    EXPECT_THAT(wrong_after<callback_registering<cancelled_kind>>(3), StrEq(handler_ran));
}

template <inlining Where>
void expect_handler_ran() {
    EXPECT_THAT((wrong_when_cancelled_meanwhile<guard_registering<standalone_kind, Where>>()),
                StrEq(handler_ran));
    EXPECT_THAT((wrong_when_cancelled_meanwhile<std_registering<Where>>()), StrEq(handler_ran));
}

TEST(registering, somebody_cancels_meanwhile) {
    expect_handler_ran<inlining::in_place>();
    expect_handler_ran<inlining::in_a_function>();
}

// Of a source that is cancelled, no token can be cancelled any more.
TEST(creating, somebody_cancels_meanwhile) {
    EXPECT_THAT(wrong_when_cancelled_meanwhile<sourced_creating>(), StrEq(not_cancelled));
    EXPECT_THAT(wrong_when_cancelled_meanwhile<std_token_creating>(), StrEq(not_cancelled));
}

TEST(wrapped_wait, a_wait_too_many_or_too_few) {
    for (const std::uint64_t times : {2, 4}) {
        bare_wait bare(adaptive);
        cancellable_wait<standalone_kind> wrapped(adaptive);
        for (int each = 0; each < 3; ++each) {
            bare.once();
            wrapped.once();
        }
        EXPECT_THAT(bare.wrong(times), StrEq(waits_lost));
        EXPECT_THAT(wrapped.wrong(times), StrEq(waits_lost));
        EXPECT_THAT(bare.wrong(3), IsNull());
        EXPECT_THAT(wrapped.wrong(3), IsNull());
    }
}

TEST(wrapped_wait, that_is_cancelled_too_early_or_not_at_all) {
    constexpr const char* unnoticed = "a wait did not notice the cancellation";
    EXPECT_THAT(wrong_after<cancellable_wait<dummy_kind>>(3), IsNull());
    EXPECT_THAT(wrong_after<cancellable_wait<cancelled_kind>>(3), StrEq(waits_lost));
    EXPECT_THAT(wrong_after<cancellable_wait<uncancelled_kind>>(3), StrEq(unnoticed));
    EXPECT_NE(wrong_after<cancellable_wait<unexpected_kind>>(3), nullptr);
}

} // namespace
