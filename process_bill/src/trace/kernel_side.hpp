// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "event_counts.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

namespace tollgate::bill {

/// The programs of events.bpf.c in the kernel: loads them, attaches those that are to count, and
/// reads their records.
///
/// - *Lifetime*: the kernel removes everything when the object or the process ends.
class kernel_side {
public:
    /// If the kernel refuses the programs, `error()` is the reason.
    explicit kernel_side(const event_settings& settings);
    ~kernel_side();
    kernel_side(const kernel_side&) = delete;
    kernel_side& operator=(const kernel_side&) = delete;

    /// The number of the error; 0: none.
    [[nodiscard]] int error() const { return error_; }

    /// Attaches the programs that count switches, or those that count system calls, or removes
    /// them. Nothing is counted while only a part of them is attached.
    void count_switches(bool on);
    void count_calls(bool on);
    [[nodiscard]] bool counts_switches() const { return !switches_.links.empty(); }
    [[nodiscard]] bool counts_calls() const { return !calls_.links.empty(); }
    /// For how long they have been counted.
    [[nodiscard]] std::chrono::nanoseconds switches_time() const { return switches_.time(); }
    [[nodiscard]] std::chrono::nanoseconds calls_time() const { return calls_.time(); }

    void observe(std::uint32_t process);
    void forget(std::uint32_t process);
    [[nodiscard]] std::uint64_t lost() const { return shared_->lost; }

    /// Calls `function(key, value)` for each record of a map.
    template <class Key, class Value, class Function>
    void for_each_record(const char* map_name, Function function) const {
        const int map = bpf_object__find_map_fd_by_name(object_.get(), map_name);
        Key key;
        Value value;
        for (const Key* before = nullptr; bpf_map_get_next_key(map, before, &key) == 0;
             before = &key) {
            if (bpf_map_lookup_elem(map, &key, &value) == 0) {
                function(key, value);
            }
        }
    }

private:
    struct object_closer {
        void operator()(bpf_object* closed) const { bpf_object__close(closed); }
    };
    struct link_closer {
        void operator()(bpf_link* closed) const { bpf_link__destroy(closed); }
    };
    struct attached {
        std::vector<std::unique_ptr<bpf_link, link_closer>> links;
        std::chrono::steady_clock::time_point since;
        std::chrono::nanoseconds before{};

        [[nodiscard]] std::chrono::nanoseconds time() const;
        void begin() { since = std::chrono::steady_clock::now(); }
        void end();
    };

    void load(const event_settings& settings);
    void attach(attached& to, bool of_calls);

    std::unique_ptr<bpf_object, object_closer> object_;
    event_state* shared_ = nullptr; ///< memory of the programs
    std::uint32_t call_times_ = 0;  ///< how often calls began to be counted
    attached switches_;
    attached calls_;
    int error_ = 0;
};

} // namespace tollgate::bill
