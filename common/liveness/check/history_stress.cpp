// SPDX-License-Identifier: BSL-1.0
//
// A writer that never stops, and a reader that copies the entries that are overwritten next.
#include "../src/scanner.hpp"

#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace tollgate::liveness {
namespace {

/// A record without a store, whose entries can be checked. The upper half of an entry is the number
/// of the checkpoint, and the lower half is its complement.
class overwritten_record {
public:
    explicit overwritten_record(std::size_t ring, bool with_ticks) : words_(2 * ring) {
        one_.ring = words_.data();
        one_.ticks = with_ticks ? words_.data() + ring : nullptr;
        one_.clock_ms = &clock_ms_;
        one_.mask = static_cast<std::uint32_t>(ring - 1);
    }

    void pass() {
        const auto id = static_cast<std::uint32_t>(one_.head.load(std::memory_order_relaxed));
        clock_ms_.store(~id, std::memory_order_relaxed);
        one_.pass(id);
    }
    /// A scope with this number in its name, thread, grace and timeout.
    void be_a_scope(std::uint64_t number) {
        const auto id = static_cast<std::uint32_t>(one_.head.load(std::memory_order_relaxed));
        clock_ms_.store(~id, std::memory_order_relaxed);
        one_.thread_id.store(static_cast<std::int64_t>(number), std::memory_order_release);
        one_.begin("the scope " + std::to_string(number), id, 1, number);
        pass();
        one_.end();
    }
    [[nodiscard]] const detail::record& get() const { return one_; }

private:
    std::vector<std::atomic<std::uint64_t>> words_;
    std::atomic<std::uint32_t> clock_ms_{0};
    detail::record one_;
};

/// Whether these are the last checkpoints before the head, in order and whole.
bool is_whole(const std::vector<detail::scope_copy::entry>& history, std::uint64_t head) {
    std::uint64_t ticks = 0;
    for (std::size_t i = 0; i < history.size(); ++i) {
        const auto id = static_cast<std::uint32_t>(head - history.size() + i);
        if (history[i].id != id || history[i].clock_ms != ~id || history[i].ticks < ticks) {
            return false;
        }
        ticks = history[i].ticks;
    }
    return true;
}

/// Reads at least this number of times, and until the writer has disturbed a read.
constexpr int reads = 2'000'000 / testing::stress_divisor;
constexpr int most_reads = 100 * reads;
constexpr int reads_of_longer(std::size_t ring) {
    return 2 * reads / static_cast<int>(ring);
}
constexpr int whole_scopes = 10'000 / testing::stress_divisor;

void wait_for_a_head(const detail::record& watcher, std::uint64_t at_least) {
    while (watcher.head.load(std::memory_order_acquire) < at_least) {
        std::this_thread::yield();
    }
}

struct histories_read {
    int wrong = 0;
    int cut = 0; ///< shortened, because the writer went on
};

histories_read read_while_written(std::size_t ring, bool with_ticks) {
    overwritten_record written(ring, with_ticks);
    std::atomic<bool> over{false};
    std::thread writer([&] {
        while (!over.load(std::memory_order_relaxed)) {
            written.pass();
        }
    });
    histories_read counts;
    std::vector<detail::scope_copy::entry> history;
    wait_for_a_head(written.get(), 2 * ring);
    for (int i = 0; i < reads_of_longer(ring) || (counts.cut == 0 && i < most_reads); ++i) {
        const std::uint64_t head = written.get().head.load(std::memory_order_acquire);
        detail::read_history(written.get(), 0, head, history);
        counts.wrong += is_whole(history, head) ? 0 : 1;
        counts.cut += history.size() < std::min<std::uint64_t>(head, ring - 1) ? 1 : 0;
    }
    over = true;
    writer.join();
    return counts;
}

TEST(overwritten_history, is_in_order_and_never_torn) {
    const testing::watchdog time_budget("overwritten history");
    for (const std::size_t ring : {2, 4, 16}) {
        for (const bool with_ticks : {false, true}) {
            const histories_read counts = read_while_written(ring, with_ticks);
            EXPECT_EQ(counts.wrong, 0) << ring;
            EXPECT_GT(counts.cut, 0) << ring;
        }
    }
}

TEST(overwritten_scope, is_copied_whole_or_not_at_all) {
    const testing::watchdog time_budget("overwritten scope");
    overwritten_record written(4, false);
    std::atomic<bool> over{false};
    std::thread writer([&] {
        for (std::uint64_t number = 1; !over.load(std::memory_order_relaxed); ++number) {
            written.be_a_scope(number);
        }
    });
    detail::scope_copy copy;
    int whole = 0;
    int mixed = 0;
    wait_for_a_head(written.get(), 2);
    for (int i = 0; (i < reads || whole < whole_scopes) && i < most_reads; ++i) {
        const detail::record& from = written.get();
        const auto [limit, head] = detail::read_progress(from);
        if (limit == 0 || !detail::read_scope(from, limit, head, copy)) {
            continue;
        }
        ++whole;
        const bool is_one = copy.name == "the scope " + std::to_string(copy.grace_ns) &&
                            copy.thread_id == static_cast<std::int64_t>(copy.grace_ns) &&
                            copy.first == 2 * (copy.grace_ns - 1) && head > copy.first &&
                            head <= copy.first + 2 && is_whole(copy.history, head) &&
                            copy.history.size() <= head - copy.first;
        mixed += is_one ? 0 : 1;
    }
    over = true;
    writer.join();
    EXPECT_EQ(mixed, 0);
    EXPECT_GT(whole, 0);
}

} // namespace
} // namespace tollgate::liveness
