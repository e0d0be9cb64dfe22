// SPDX-License-Identifier: BSL-1.0
//
// ./testLock with one case; --mistake names the mistake of its lock or its data.
#include "block_loop.hpp"
#include "counters.hpp"
#include "exclusive_loop.hpp"
#include "faulty_locks.hpp"
#include "locks/std_mutex.hpp"
#include "program.hpp"
#include "reads_and_writes.hpp"
#include "sequence_reads.hpp"
#include "wait_loop.hpp"

#include <tollgate/testing/faulty_program.hpp>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::lock_test;

constexpr contenders two{2, {}, std::chrono::milliseconds(200)};

template <class Loop>
measure::measured_case case_of(const char* path, Loop loop) {
    return measure::make_case({path, {{"impl", "faulty"}}}, "one operation", 2, 2, std::move(loop));
}

template <class Subject>
measure::measured_case block_case(const char* path, std::size_t measured,
                                  const typename Subject::shape& shape = {}) {
    return case_of(path, block_loop<Subject>{two, measured, 64, shape});
}

measure::measured_case exclusive_case() {
    return case_of("lock/exclusive", exclusive_loop<std_mutex>{two, {}});
}

/// An extra batch with the leaky lock before each batch, whose failures are added. The probe is not
/// atomic: the lock leaks in the middle of a long group, where the probe is only read.
measure::measured_case with_leaks() {
    measure::measured_case measured = exclusive_case();
    measured.run = [right = measured.run,
                    leaky = case_of("lock/exclusive",
                                    exclusive_loop<leaky_lock, contenders, slow_number>{two, {}})
                                .run](const measure::schedule& asked, clock::source source) {
        const measure::schedule extra{100, {{1, 200}}};
        const auto failures = measure::failed_self_checks(leaky(extra, source), extra);
        measure::batch done = right(asked, source);
        done.report.failures.insert(done.report.failures.end(), failures.begin(), failures.end());
        return done;
    };
    return measured;
}

/// `Lock` may behave differently when it is timed.
template <class Lock>
measure::measured_case case_of_waits(const contenders& group) {
    struct noted_loop : wait_loop<Lock> {
        measure::loop_report operator()(measure::event_probe<clock::chosen_clock>& probe) const {
            noting_probe<measure::event_probe<clock::chosen_clock>> noting{probe};
            return wait_loop<Lock>::operator()(noting);
        }
    };
    const wait_settings used{group, {}, {}, std::chrono::microseconds(2)};
    return wait_case({"lock/wait", {{"impl", "faulty"}}}, used, noted_loop{{used}});
}

} // namespace

int main(int argc, char** argv) {
    cli::program description = describe_program();
    description.name = "lock_loop";
    using testing::mistaken_case;
    const std::vector<mistaken_case> cases{
        {"none", [](const auto&) { return exclusive_case(); }},
        {"lets_two_in", [](const auto&) { return with_leaks(); }},
        {"stays_locked",
         [](const auto&) {
             return case_of("lock/exclusive", exclusive_loop<locked_for_ever>{two, {}});
         }},
        {"stays_locked_in_a_wait", [](const auto&) { return case_of_waits<locked_for_ever>(two); }},
        {"starves_the_waiting_thread",
         [](const auto&) {
             return case_of_waits<starving_lock>({2, {}});
         }},
        {"readers_do_not_lock",
         [](const auto&) {
             return block_case<reads_and_writes<lock_of_writers, slow_number>>("lock/shared", 2,
                                                                               {90});
         }},
        {"forgets_a_count",
         [](const auto&) { return block_case<forgetful_counters>("lock/counter", 2, {0}); }},
        {"unchecked_reads", [](const auto&) {
             return block_case<sequence_reads<unchecked_sequence_lock>>("lock/sequence_read", 1);
         }}};
    return cli::run_program(argc, argv, tollgate::testing::faulty_program(description, cases));
}
