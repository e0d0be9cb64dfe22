// SPDX-License-Identifier: BSL-1.0
#include <tollgate/liveness/registry.hpp>

#include "core.hpp"
#include "stack.hpp"

#include <tollgate/liveness/detail/this_thread.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/text_sink.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

#include <pthread.h>
#include <unistd.h>

namespace tollgate::liveness {
namespace {

using std::chrono::nanoseconds;

[[noreturn]] void refuse(const std::string& given, const char* allowed) {
    throw std::invalid_argument("tollgate::liveness: a " + given + ": must be " + allowed);
}

nanoseconds checked_period(nanoseconds period) {
    if (period < std::chrono::milliseconds(1) || period > std::chrono::hours(1)) {
        refuse("period of " + std::to_string(period.count()) + " ns", "1 ms to 1 hour");
    }
    return period;
}

const settings& checked(const settings& how) {
    checked_period(how.period);
    detail::refuse_wrong(how.of_scopes);
    if (how.history < 1 || how.history > 65'535) {
        refuse("history of " + std::to_string(how.history) + " checkpoints", "1 to 65535");
    }
    return how;
}

} // namespace

namespace detail {

void refuse_limits(limits given) {
    if (given.timeout.count() <= 0) {
        refuse("timeout of " + std::to_string(given.timeout.count()) + " ns", "more than zero");
    }
    refuse("grace of " + std::to_string(given.grace.count()) + " ns", "zero or more");
}

void refuse_end(const char* of) noexcept {
    const sleep::no_pthread_cancel here;
    std::fprintf(stderr,
                 "tollgate::liveness: %s ends that is not the innermost one of its thread; fibers "
                 "have a migrating_scope\n",
                 of);
    std::abort();
}

namespace {

template <class Action>
void for_each_core(Action action) {
    for (core* each = core::first; each != nullptr; each = each->next) {
        action(*each);
    }
}

void before_fork() {
    core::all_mutex.lock();
    for_each_core([](core& one) { one.lock_for_fork(); });
}

void after_fork_in_parent() {
    for_each_core([](core& one) { one.unlock_after_fork(); });
    core::all_mutex.unlock();
}

void after_fork_in_child() {
    // A scope that found a spare record would not start the threads.
    this_thread.spare = nullptr;
    this_thread.spare_of = nullptr;
    this_thread.id = 0;
    forget_questions_of_parent();
    const std::int64_t thread_id = this_thread_id();
    for_each_core([=](core& one) { one.start_anew(thread_id); });
    after_fork_in_parent();
}

/// Before the program's static objects are made, and when a shared object is loaded: whatever holds
/// one of the locks is watched for a fork already. Asked for at the first registry, it would come
/// too late for a fork by another thread meanwhile.
[[gnu::constructor(101)]] void watch_for_forks() noexcept {
    ::pthread_atfork(&before_fork, &after_fork_in_parent, &after_fork_in_child);
}

} // namespace

} // namespace detail

registry::registry(const settings& how)
    : store_(new detail::record_store(checked(how))),
      core_(std::make_unique<detail::core>(how, *store_)) {
    if (how.on_pulse) {
        core_->start();
    }
}

registry::~registry() = default;

void registry::start() {
    core_->start();
}

void registry::set_period(nanoseconds period) {
    core_->set_period(checked_period(period));
}

void registry::set_limits(limits of_scopes) {
    detail::refuse_wrong(of_scopes);
    store_->timeout_ns.store(detail::to_limit(of_scopes.timeout), std::memory_order_relaxed);
    store_->grace_ns.store(detail::to_limit(of_scopes.grace), std::memory_order_relaxed);
}

void registry::add_sink(sink to) {
    core_->reports().add_sink(std::move(to));
}

void registry::set_sinks(std::vector<sink> all) {
    core_->reports().set_sinks(std::move(all));
}

statistics registry::so_far() const {
    return core_->so_far();
}

nanoseconds registry::look(std::chrono::steady_clock::time_point now) {
    return core_->look(now);
}

detail::record* registry::take() {
    detail::keep_spares_of(store_.get());
    return take_for_any_thread();
}

detail::record* registry::take_for_any_thread() {
    core_->start();
    return store_->take(detail::this_thread_id());
}

/// It ends with the process's static objects, but is not destroyed: threads that are there still,
/// and destructors that come later, begin scopes in it.
registry& default_registry() {
    // Needs no initialization, which a child of fork() might find begun by a thread that it does
    // not have.
    static constinit std::atomic<registry*> the{nullptr};
    if (registry* const made = the.load(std::memory_order_acquire)) [[likely]] {
        return *made;
    }
    settings how;
    how.sinks.emplace_back(text_sink(STDERR_FILENO));
    auto made = std::make_unique<registry>(how);
    registry* found = nullptr;
    if (!the.compare_exchange_strong(found, made.get(), std::memory_order_acq_rel)) {
        return *found;
    }
    // Where that is not possible, the process ends without its last look.
    static_cast<void>(std::atexit([] { the.load(std::memory_order_acquire)->core_->end(); }));
    return *made.release();
}

migrating_scope::migrating_scope(registry& in, std::string_view name,
                                 std::uint32_t first_checkpoint)
    : record_(in.take_for_any_thread()) {
    record_->begin(name, first_checkpoint, in.store_->timeout_ns.load(std::memory_order_relaxed),
                   in.store_->grace_ns.load(std::memory_order_relaxed));
}

migrating_scope::migrating_scope(registry& in, std::string_view name,
                                 std::uint32_t first_checkpoint, limits own)
    : record_((detail::refuse_wrong(own), in.take_for_any_thread())) {
    record_->begin(name, first_checkpoint, detail::to_limit(own.timeout),
                   detail::to_limit(own.grace));
}

migrating_scope::~migrating_scope() {
    record_->end();
    record_->store->give_back(record_);
}

void migrating_scope::checkpoint(std::uint32_t id) noexcept {
    record_->thread_id.store(detail::this_thread_id(), std::memory_order_release);
    record_->pass(id);
}

} // namespace tollgate::liveness
