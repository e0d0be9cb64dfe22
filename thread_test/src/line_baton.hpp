// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "baton_ring.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace tollgate::thread_test {

/// Whether the memory of a cache line belongs to the node of the CPU that wrote it first.
enum class line_home { own_node, other_node, unknown };

/// Compares the node of the CPU with the node of the memory. An absent node is not known. Pure.
[[nodiscard]] constexpr line_home home_of(std::optional<int> cpu_node,
                                          std::optional<int> memory_node) {
    return !cpu_node || !memory_node   ? line_home::unknown
           : *cpu_node == *memory_node ? line_home::own_node
                                       : line_home::other_node;
}

/// The names under which a batch counts a line whose home is not the node of the first CPU.
inline constexpr const char* on_other_node = "line on another node";
inline constexpr const char* on_unknown_node = "home node of the line not known";

/// A page of memory that this thread has written, and no other thread. So the kernel has put the
/// page on the node of this thread's CPU, if this node has free memory.
class own_page {
public:
    own_page();
    ~own_page();
    own_page(const own_page&) = delete;
    own_page& operator=(const own_page&) = delete;

    [[nodiscard]] void* address() const { return address_; }
    /// The home of the page. Call this on the CPU on which the page was made.
    [[nodiscard]] line_home home() const;

private:
    void* address_;
};

/// One word on a page of its own, with the number of the member that has the baton. The others poll
/// the word by plain loads, without a pause instruction: a pause would be a part of the latency.
///
/// Memory order: the store releases, and the load that sees it acquires. Both are plain moves on
/// x86. They order the plain data of the ring, which the holder of the baton alone writes.
class line_baton {
public:
    explicit line_baton(std::size_t /*members*/) : word_(new (page_.address()) word(none)) {}

    void wait(std::size_t member) const {
        const word& holder = *word_;
        while (holder.load(std::memory_order_acquire) != member) {
        }
    }
    void pass(std::size_t to) {
        word_->store(static_cast<std::uint32_t>(to), std::memory_order_release);
    }
    void add_to(measure::loop_report& report) const {
        if (const line_home home = page_.home(); home != line_home::own_node) {
            ++report.counted[home == line_home::unknown ? on_unknown_node : on_other_node];
        }
    }

private:
    using word = std::atomic<std::uint32_t>;
    static_assert(word::is_always_lock_free);
    static constexpr std::uint32_t none = UINT32_MAX;

    own_page page_;
    word* word_;
};

/// Two threads, each on its CPU, hand one cache line to and fro. One operation is one transfer,
/// from the store of one thread to the load of the other.
struct line_ring {
    int from; ///< the CPU of the first thread; the home of the line is its node
    int to;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        // This thread makes the line. It sleeps while the two threads work.
        const cpu::affinity_guard on_first_cpu(from);
        return baton_ring<line_baton>{2, {cpu::placement::core, {from, to}}}(probe);
    }
};

/// The case of a pair of CPUs.
[[nodiscard]] measure::measured_case line_case(const measure::case_key& key, std::string unit,
                                               int from, int to);

} // namespace tollgate::thread_test
