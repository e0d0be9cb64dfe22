// SPDX-License-Identifier: BSL-1.0
#include "event_source.hpp"

#include "event_counts.h"
#include "system_calls.hpp"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

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

// The kernel's side, as the build compiled it. The linker puts the file between these names.
extern "C" const char bill_events_begin[];
extern "C" const char bill_events_end[];

static_assert(found_states == found_count);
static_assert(sizeof(durations::counts) == sizeof(wait_value::counts));
static_assert(sizeof(wait_counts::used_after_timer) == sizeof(wait_value::used_after_timer));

void write_settings(bpf_object& object, const event_source::settings& chosen) {
    event_settings to{};
    for (int number = 0; number < system_calls; ++number) {
        to.call_traits[number] = traits_of_call(number);
    }
    to.usable_cpus = chosen.cpus;
    to.follow_children = chosen.follow_children ? 1 : 0;
    bpf_map* const map = bpf_object__find_map_by_name(&object, ".rodata.settings");
    if (const int error = bpf_map__set_initial_value(map, &to, sizeof to); error != 0) {
        throw std::system_error(-error, std::generic_category(), "bpf_map__set_initial_value");
    }
}

template <class Key, class Value, class Function>
void for_each_record(bpf_object& object, const char* name, Function function) {
    const int map = bpf_object__find_map_fd_by_name(&object, name);
    Key key;
    Value value;
    for (const Key* before = nullptr; bpf_map_get_next_key(map, before, &key) == 0; before = &key) {
        if (bpf_map_lookup_elem(map, &key, &value) == 0) {
            function(key, value);
        }
    }
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
    wait.cpu_ns = value.cpu_ns;
    wait.wake_cpu_ns = value.wake_cpu_ns;
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
        return "the kernel's events need root, or CAP_BPF and CAP_PERFMON: sudo ./bill ...";
    }
    return std::string("the kernel refuses to count its events: ") + std::strerror(error);
}

} // namespace

struct event_source::kernel_side {
    struct object_closer {
        void operator()(bpf_object* closed) const { bpf_object__close(closed); }
    };
    struct link_closer {
        void operator()(bpf_link* closed) const { bpf_link__destroy(closed); }
    };
    std::unique_ptr<bpf_object, object_closer> object;
    std::vector<std::unique_ptr<bpf_link, link_closer>> links;
    std::chrono::steady_clock::time_point begun;
    settings chosen;
    std::uint32_t dropped = 0;
};

event_source::event_source(const std::vector<pid_t>& processes, settings chosen)
    : kernel_(std::make_unique<kernel_side>()) {
    if (!has_first_process_ids()) {
        refused_ = "this is a container with process numbers of its own, which the kernel's events "
                   "do not know: run ./bill outside of it";
        return;
    }
    libbpf_set_print(nullptr);
    kernel_->chosen = chosen;
    const auto bytes = static_cast<std::size_t>(bill_events_end - bill_events_begin);
    kernel_->object.reset(bpf_object__open_mem(bill_events_begin, bytes, nullptr));
    if (!kernel_->object) {
        refused_ = refusal(errno);
        return;
    }
    write_settings(*kernel_->object, chosen);
    if (const int error = bpf_object__load(kernel_->object.get()); error != 0) {
        refused_ = refusal(-error);
        return;
    }
    const int observed = bpf_object__find_map_fd_by_name(kernel_->object.get(), "processes");
    for (const pid_t process : processes) {
        const auto key = static_cast<std::uint32_t>(process);
        const std::int64_t none_runnable = 0;
        bpf_map_update_elem(observed, &key, &none_runnable, BPF_NOEXIST);
    }
    kernel_->begun = std::chrono::steady_clock::now();
    bpf_program* program = nullptr;
    bpf_object__for_each_program(program, kernel_->object.get()) {
        kernel_->links.emplace_back(bpf_program__attach(program));
        if (!kernel_->links.back()) {
            refused_ = refusal(errno);
            kernel_->links.clear();
            return;
        }
    }
}

event_source::~event_source() = default;

void event_source::drop(pid_t process) {
    kernel_->dropped = static_cast<std::uint32_t>(process);
    const int observed = bpf_object__find_map_fd_by_name(kernel_->object.get(), "processes");
    bpf_map_delete_elem(observed, &kernel_->dropped);
}

observation event_source::total() const {
    bpf_object& object = *kernel_->object;
    observation seen;
    seen.traced = true;
    seen.cpus = kernel_->chosen.cpus;
    seen.duration = std::chrono::steady_clock::now() - kernel_->begun;
    for_each_record<wait_key, wait_value>(object, "waits", [&](const auto& key, const auto& value) {
        if (key.process != kernel_->dropped) {
            seen.waits.push_back(wait_of(key, value));
        }
    });
    for_each_record<call_key, call_value>(object, "calls", [&](const auto& key, const auto& value) {
        if (key.process != kernel_->dropped) {
            seen.calls.push_back({static_cast<pid_t>(key.process), static_cast<pid_t>(key.thread),
                                  key.system_call, value.calls, value.in_vain, value.repeats,
                                  value.repeated_ns});
        }
    });
    for_each_record<std::uint32_t, thread_value>(
        object, "threads", [&](std::uint32_t key, const auto& value) {
            if (value.process != kernel_->dropped) {
                seen.threads.push_back(thread_of(key, value));
            }
        });
    const int counters = bpf_object__find_map_fd_by_name(&object, ".bss");
    const std::uint32_t first = 0;
    std::array<std::uint64_t, 1> lost{};
    if (bpf_map_lookup_elem(counters, &first, lost.data()) == 0) {
        seen.lost_events = lost[0];
    }
    return seen;
}

} // namespace tollgate::bill
