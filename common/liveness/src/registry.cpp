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

const settings& checked(const settings& options) {
    checked_period(options.period);
    detail::check_timeouts(options.default_timeouts);
    if (options.history < 1 || options.history > 65'535) {
        refuse("history of " + std::to_string(options.history) + " checkpoints", "1 to 65535");
    }
    return options;
}

} // namespace

namespace detail {

void refuse_timeouts(timeouts given) {
    if (given.timeout.count() <= 0) {
        refuse("timeout of " + std::to_string(given.timeout.count()) + " ns", "more than zero");
    }
    refuse("grace of " + std::to_string(given.grace.count()) + " ns", "zero or more");
}

void refuse_end(const char* scope) noexcept {
    const sleep::no_pthread_cancel guard;
    std::fprintf(stderr,
                 "tollgate::liveness: %s ends, but it is not the innermost scope of its thread; "
                 "use migrating_scope in fibers\n",
                 scope);
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
    for_each_core([](core& each) { each.lock_for_fork(); });
}

void after_fork_in_parent() {
    for_each_core([](core& each) { each.unlock_after_fork(); });
    core::all_mutex.unlock();
}

void after_fork_in_child() {
    // With a spare record a scope would not start the threads.
    this_thread.spare = nullptr;
    this_thread.spare_of = nullptr;
    this_thread.id = 0;
    forget_questions_of_parent();
    const std::int64_t thread_id = this_thread_id();
    for_each_core([=](core& each) { each.start_anew(thread_id); });
    after_fork_in_parent();
}

/// Runs before the program's static objects are created, and when a shared object is loaded. At the
/// first registry it would be too late: another thread may fork at that moment.
[[gnu::constructor(101)]] void watch_for_forks() noexcept {
    ::pthread_atfork(&before_fork, &after_fork_in_parent, &after_fork_in_child);
}

} // namespace

} // namespace detail

registry::registry(const settings& options)
    : store_(new detail::record_store(checked(options))),
      core_(std::make_unique<detail::core>(options, *store_)) {
    if (options.on_heartbeat) {
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

void registry::set_timeouts(timeouts defaults) {
    detail::check_timeouts(defaults);
    store_->timeout_ns.store(detail::to_timeout_ns(defaults.timeout), std::memory_order_relaxed);
    store_->grace_ns.store(detail::to_timeout_ns(defaults.grace), std::memory_order_relaxed);
}

void registry::add_sink(sink added) {
    core_->reports().add_sink(std::move(added));
}

void registry::set_sinks(std::vector<sink> sinks) {
    core_->reports().set_sinks(std::move(sinks));
}

statistics registry::so_far() const {
    return core_->so_far();
}

nanoseconds registry::scan(std::chrono::steady_clock::time_point now) {
    return core_->scan(now);
}

detail::record* registry::take() {
    detail::keep_spares_of(store_.get());
    return take_for_any_thread();
}

detail::record* registry::take_for_any_thread() {
    core_->start();
    return store_->take(detail::this_thread_id());
}

/// It ends with the process's static objects, but is not destroyed: threads that still run and
/// later destructors may begin scopes in it.
registry& default_registry() {
    // Constant-initialized: a child of fork() could find another initialization begun by a thread
    // that the child does not have.
    static constinit std::atomic<registry*> instance{nullptr};
    if (registry* const existing = instance.load(std::memory_order_acquire)) [[likely]] {
        return *existing;
    }
    settings options;
    options.sinks.emplace_back(text_sink(STDERR_FILENO));
    auto created = std::make_unique<registry>(options);
    registry* other = nullptr;
    if (!instance.compare_exchange_strong(other, created.get(), std::memory_order_acq_rel)) {
        return *other;
    }
    // If this fails, the process ends without its last scan.
    static_cast<void>(std::atexit([] { instance.load(std::memory_order_acquire)->core_->end(); }));
    return *created.release();
}

migrating_scope::migrating_scope(registry& watcher, std::string_view name,
                                 std::uint32_t first_checkpoint)
    : record_(watcher.take_for_any_thread()) {
    record_->begin(name, first_checkpoint,
                   watcher.store_->timeout_ns.load(std::memory_order_relaxed),
                   watcher.store_->grace_ns.load(std::memory_order_relaxed));
}

migrating_scope::migrating_scope(registry& watcher, std::string_view name,
                                 std::uint32_t first_checkpoint, timeouts own)
    : record_((detail::check_timeouts(own), watcher.take_for_any_thread())) {
    record_->begin(name, first_checkpoint, detail::to_timeout_ns(own.timeout),
                   detail::to_timeout_ns(own.grace));
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
