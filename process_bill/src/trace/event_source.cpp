// SPDX-License-Identifier: BSL-1.0
#include "event_source.hpp"

#include "event_counts.h"
#include "kernel_side.hpp"
#include "system_calls.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <string_view>
#include <system_error>

#include <unistd.h>

namespace tollgate::bill {
namespace {

static_assert(found_states == found_count);
static_assert(sizeof(durations::counts) == sizeof(wait_value::counts));
static_assert(sizeof(wait_counts::used_after_timer) == sizeof(wait_value::used_after_timer));

event_settings settings_for(const event_source::settings& chosen) {
    event_settings settings{};
    for (int number = 0; number < system_calls; ++number) {
        settings.call_traits[number] = traits_of_call(number);
    }
    settings.usable_cpus = chosen.cpus;
    settings.follow_children = chosen.follow_children ? 1 : 0;
    return settings;
}

template <class To, class From>
void copy_array(To& to, const From& from) {
    std::copy(std::begin(from), std::end(from), std::begin(to));
}

wait_counts wait_of(const wait_key& key, const wait_value& value) {
    wait_counts wait;
    wait.process = static_cast<pid_t>(key.process);
    wait.thread = static_cast<pid_t>(key.thread);
    wait.system_call = key.system_call;
    wait.kind = kind_of_call(key.system_call);
    wait.address = key.address;
    wait.is_lock = key.is_lock != 0;
    wait.waits = value.waits;
    wait.slept_ns = value.slept_ns;
    wait.delayed_ns = value.delayed_ns;
    copy_array(wait.slept.counts, value.counts);
    copy_array(wait.slept.total_ns, value.total_ns);
    copy_array(wait.woken_by_thread, value.woken_by_thread);
    copy_array(wait.woken_by_timer, value.woken_by_timer);
    copy_array(wait.used_after_timer, value.used_after_timer);
    copy_array(wait.used_after_group, value.used_after_group);
    copy_array(wait.waits_after_group, value.waits_after_group);
    wait.surplus = value.surplus;
    wait.during_call = value.during_call;
    wait.call_held = value.call_held;
    wait.cpu_ns = static_cast<std::int64_t>(value.cpu_ns);
    wait.wake_cpu_ns = value.wake_cpu_ns;
    wait.used = value.used;
    wait.timed = value.timed;
    wait.timed_wakes = value.timed_wakes;
    wait.waker = static_cast<pid_t>(value.waker);
    return wait;
}

thread_counts thread_of(std::uint32_t thread, const thread_value& value) {
    thread_counts counts;
    counts.process = static_cast<pid_t>(value.process);
    counts.thread = static_cast<pid_t>(thread);
    counts.name.assign(value.name, strnlen(value.name, sizeof value.name));
    counts.cpu_ns = value.cpu_ns;
    counts.runnable_ns = value.runnable_ns;
    counts.voluntary = value.voluntary;
    counts.involuntary = value.involuntary;
    counts.migrations = value.migrations;
    counts.ended = value.ended != 0;
    return counts;
}

/// Whether the process numbers here are those of the kernel. The first namespace has a fixed number
/// (PROC_PID_INIT_INO).
bool has_first_process_ids() {
    std::array<char, 64> name{};
    const auto length = ::readlink("/proc/self/ns/pid", name.data(), name.size() - 1);
    return length > 0 && std::string_view(name.data()) == "pid:[4026531836]";
}

std::string refusal(int error) {
    if (error == EPERM || error == EACCES) {
        return "to count the kernel's events, run ./bill with sudo.";
    }
    return std::string("the kernel refuses to count its events: ") + std::strerror(error) + ".";
}

} // namespace

struct event_source::state {
    explicit state(const event_settings& settings) : kernel(settings) {}

    kernel_side kernel;
    int cpus = 1;
    std::uint32_t dropped = 0;
};

event_source::event_source(const std::vector<pid_t>& processes, settings chosen) {
    if (!has_first_process_ids()) {
        refused_ = "the kernel's events have other process numbers than this container.";
        return;
    }
    state_ = std::make_unique<state>(settings_for(chosen));
    state_->cpus = chosen.cpus;
    if (state_->kernel.error() == 0) {
        for (const pid_t process : processes) {
            state_->kernel.observe(static_cast<std::uint32_t>(process));
        }
        count_now(counting::switches_and_calls);
    }
    if (const int error = state_->kernel.error(); error != 0) {
        refused_ = refusal(error);
    }
}

event_source::~event_source() = default;

void event_source::drop(pid_t process) {
    state_->dropped = static_cast<std::uint32_t>(process);
    state_->kernel.forget(state_->dropped);
}

void event_source::count(counting what) {
    count_now(what);
    if (const int error = state_->kernel.error(); error != 0) {
        throw std::system_error(error, std::generic_category(), "bpf_program__attach");
    }
}

void event_source::count_now(counting what) {
    state_->kernel.count_calls(what == counting::switches_and_calls);
    state_->kernel.count_switches(what != counting::nothing);
}

event_source::counting event_source::counted() const {
    return state_->kernel.counts_calls()      ? counting::switches_and_calls
           : state_->kernel.counts_switches() ? counting::switches
                                              : counting::nothing;
}

observation event_source::total() const {
    const kernel_side& kernel = state_->kernel;
    const std::uint32_t dropped = state_->dropped;
    observation seen;
    seen.traced = true;
    seen.cpus = state_->cpus;
    seen.duration = kernel.switches_time();
    seen.counted = kernel.switches_time();
    seen.counted_calls = kernel.calls_time();
    kernel.for_each_record<wait_key, wait_value>("waits", [&](const auto& key, const auto& value) {
        if (key.process != dropped) {
            seen.waits.push_back(wait_of(key, value));
        }
    });
    kernel.for_each_record<call_key, call_value>("calls", [&](const auto& key, const auto& value) {
        if (key.process != dropped) {
            seen.calls.push_back({static_cast<pid_t>(key.process), static_cast<pid_t>(key.thread),
                                  key.system_call, value.calls, value.in_vain, value.repeats,
                                  value.repeated_ns});
        }
    });
    kernel.for_each_record<std::uint32_t, thread_value>(
        "threads", [&](std::uint32_t key, const auto& value) {
            if (value.process != dropped) {
                seen.threads.push_back(thread_of(key, value));
            }
        });
    seen.lost_events = kernel.lost();
    return seen;
}

} // namespace tollgate::bill
