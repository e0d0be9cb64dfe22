// SPDX-License-Identifier: BSL-1.0
#include "kernel_side.hpp"

#include <atomic>
#include <cerrno>
#include <string_view>
#include <system_error>

#include <sys/mman.h>

namespace tollgate::bill {
namespace {

// The programs, as the build compiled them. The linker puts the file between these names.
extern "C" const char bill_events_begin[];
extern "C" const char bill_events_end[];

bool is_of_calls(const bpf_program* program) {
    const std::string_view name = bpf_program__name(program);
    return name == "on_call" || name == "on_return";
}

} // namespace

std::chrono::nanoseconds kernel_side::attached::time() const {
    return links.empty() ? before : before + (std::chrono::steady_clock::now() - since);
}

void kernel_side::attached::end() {
    before = time();
    links.clear();
}

kernel_side::kernel_side(const event_settings& settings) {
    libbpf_set_print(nullptr);
    const auto bytes = static_cast<std::size_t>(bill_events_end - bill_events_begin);
    object_.reset(bpf_object__open_mem(bill_events_begin, bytes, nullptr));
    if (!object_) {
        error_ = errno;
        return;
    }
    load(settings);
}

kernel_side::~kernel_side() {
    if (shared_ != nullptr) {
        ::munmap(shared_, sizeof *shared_);
    }
}

void kernel_side::load(const event_settings& settings) {
    bpf_map* const map = bpf_object__find_map_by_name(object_.get(), ".rodata.settings");
    if (const int error = bpf_map__set_initial_value(map, &settings, sizeof settings); error != 0) {
        throw std::system_error(-error, std::generic_category(), "bpf_map__set_initial_value");
    }
    if (const int error = bpf_object__load(object_.get()); error != 0) {
        error_ = -error;
        return;
    }
    const int state = bpf_object__find_map_fd_by_name(object_.get(), ".data.shared");
    void* const memory =
        ::mmap(nullptr, sizeof *shared_, PROT_READ | PROT_WRITE, MAP_SHARED, state, 0);
    if (memory == MAP_FAILED) {
        throw std::system_error(errno, std::generic_category(), "mmap of a BPF map");
    }
    shared_ = static_cast<event_state*>(memory);
}

void kernel_side::attach(attached& to, bool of_calls) {
    bpf_program* program = nullptr;
    bpf_object__for_each_program(program, object_.get()) {
        if (is_of_calls(program) != of_calls) {
            continue;
        }
        to.links.emplace_back(bpf_program__attach(program));
        if (!to.links.back()) {
            error_ = errno;
            to.links.clear();
            return;
        }
    }
}

/// A process has as many runnable threads as are seen to run from now on.
void kernel_side::count_switches(bool on) {
    if (on == counts_switches()) {
        return;
    }
    if (!on) {
        std::atomic_ref(shared_->counting).store(0, std::memory_order_relaxed);
        switches_.end();
        return;
    }
    attach(switches_, false);
    std::vector<std::uint32_t> processes;
    for_each_record<std::uint32_t, std::int64_t>(
        "processes", [&](std::uint32_t process, std::int64_t) { processes.push_back(process); });
    for (const std::uint32_t process : processes) {
        observe(process);
    }
    shared_->epoch_ns = static_cast<std::uint64_t>(
        std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1));
    ++shared_->epoch;
    switches_.begin();
    calls_.begin(); // calls are counted only while switches are
    std::atomic_ref(shared_->counting).store(1, std::memory_order_release);
}

void kernel_side::count_calls(bool on) {
    if (on == counts_calls()) {
        return;
    }
    if (!on) {
        std::atomic_ref(shared_->calls).store(0, std::memory_order_relaxed);
        calls_.end();
        return;
    }
    attach(calls_, true);
    calls_.begin();
    std::atomic_ref(shared_->calls).store(++call_times_, std::memory_order_release);
}

void kernel_side::observe(std::uint32_t process) {
    const int map = bpf_object__find_map_fd_by_name(object_.get(), "processes");
    const std::int64_t none_runnable = 0;
    bpf_map_update_elem(map, &process, &none_runnable, BPF_ANY);
}

void kernel_side::forget(std::uint32_t process) {
    bpf_map_delete_elem(bpf_object__find_map_fd_by_name(object_.get(), "processes"), &process);
}

} // namespace tollgate::bill
