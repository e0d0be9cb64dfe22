// SPDX-License-Identifier: BSL-1.0
#include "event_source.hpp"

#include "event_counts.h"
#include "system_calls.hpp"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <string_view>
#include <system_error>

#include <sys/mman.h>
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
    wait.cpu_ns = static_cast<std::int64_t>(value.cpu_ns) > 0 ? value.cpu_ns : 0;
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
    std::chrono::steady_clock::time_point resumed;
    std::chrono::nanoseconds counted{}; ///< the time before the last pause
    settings chosen;
    std::uint32_t dropped = 0;

    event_state* shared = nullptr; ///< memory of the kernel's side

    ~kernel_side() {
        if (shared != nullptr) {
            ::munmap(shared, sizeof *shared);
        }
    }

    /// Maps the memory of the kernel's side, which is loaded.
    void map_shared();
    /// Returns 0, or the number of the error.
    int attach();
};

void event_source::kernel_side::map_shared() {
    const int map = bpf_object__find_map_fd_by_name(object.get(), ".data.shared");
    void* const memory =
        ::mmap(nullptr, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, map, 0);
    if (memory == MAP_FAILED) {
        throw std::system_error(errno, std::generic_category(), "mmap of a BPF map");
    }
    shared = static_cast<event_state*>(memory);
}

int event_source::kernel_side::attach() {
    bpf_program* program = nullptr;
    bpf_object__for_each_program(program, object.get()) {
        links.emplace_back(bpf_program__attach(program));
        if (!links.back()) {
            const int error = errno;
            links.clear();
            return error;
        }
    }
    ++shared->epoch;
    resumed = std::chrono::steady_clock::now();
    std::atomic_ref(shared->counting).store(1, std::memory_order_release);
    return 0;
}

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
    kernel_->map_shared();
    const int observed = bpf_object__find_map_fd_by_name(kernel_->object.get(), "processes");
    for (const pid_t process : processes) {
        const auto key = static_cast<std::uint32_t>(process);
        const std::int64_t none_runnable = 0;
        bpf_map_update_elem(observed, &key, &none_runnable, BPF_NOEXIST);
    }
    if (const int error = kernel_->attach(); error != 0) {
        refused_ = refusal(error);
    }
}

event_source::~event_source() = default;

void event_source::drop(pid_t process) {
    kernel_->dropped = static_cast<std::uint32_t>(process);
    const int observed = bpf_object__find_map_fd_by_name(kernel_->object.get(), "processes");
    bpf_map_delete_elem(observed, &kernel_->dropped);
}

void event_source::pause() {
    std::atomic_ref(kernel_->shared->counting).store(0, std::memory_order_relaxed);
    kernel_->counted += std::chrono::steady_clock::now() - kernel_->resumed;
    kernel_->links.clear();
}

void event_source::resume() {
    const int observed = bpf_object__find_map_fd_by_name(kernel_->object.get(), "processes");
    std::vector<std::uint32_t> processes;
    for_each_record<std::uint32_t, std::int64_t>(
        *kernel_->object, "processes",
        [&](std::uint32_t key, std::int64_t) { processes.push_back(key); });
    for (const std::uint32_t process : processes) {
        const std::int64_t none_runnable = 0;
        bpf_map_update_elem(observed, &process, &none_runnable, BPF_EXIST);
    }
    if (const int error = kernel_->attach(); error != 0) {
        throw std::system_error(error, std::generic_category(), "bpf_program__attach");
    }
}

bool event_source::is_paused() const {
    return kernel_->links.empty();
}

observation event_source::total() const {
    bpf_object& object = *kernel_->object;
    observation seen;
    seen.traced = true;
    seen.cpus = kernel_->chosen.cpus;
    seen.duration = kernel_->counted;
    if (!is_paused()) {
        seen.duration += std::chrono::steady_clock::now() - kernel_->resumed;
    }
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
    seen.lost_events = kernel_->shared->lost;
    return seen;
}

} // namespace tollgate::bill
