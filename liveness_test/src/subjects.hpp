// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/settings.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_blocks.hpp>
#include <tollgate/measure/turnstile.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace tollgate::liveness_test {

/// The settings of a subject; each subject reads those that concern it.
struct setup {
    liveness::stamps stamp = liveness::stamps::coarse;
    std::uint64_t checkpoints = 0; ///< between registering and deregistering
};

/// Of every scope: 8 to 16 bytes.
inline constexpr std::string_view scope_name = "worker thread";

inline constexpr std::uint32_t first_checkpoint = 1;
inline constexpr std::uint32_t next_checkpoint = 2;

/// The words of all threads that live, each on lines of its own, where a watchdog would find them.
template <class Word>
class word_list {
public:
    explicit word_list(const setup& /*none*/) {}
    Word& add() {
        const std::lock_guard lock(mutex_);
        return all_.emplace_back();
    }
    [[nodiscard]] std::string wrong(std::size_t threads, std::uint64_t times) const {
        if (all_.size() != threads) {
            return "threads lost or invented";
        }
        for (const Word& one : all_) {
            if (const char* const what = one.wrong(times)) {
                return what;
            }
        }
        return {};
    }

private:
    std::mutex mutex_;
    std::list<Word> all_;
};

/// A probe's stamps, whichever clock they read, for code that is compiled once.
struct stamps {
    std::function<std::int64_t()> begin;
    std::function<std::int64_t()> end;
};

template <class Probe>
[[nodiscard]] stamps stamps_of(const Probe& probe) {
    return {[&probe] { return probe.begin(); }, [&probe] { return probe.end(); }};
}

/// Does the same thing again and again on one thread, in blocks.
///
/// A Subject belongs to one thread and stands on a `ground` that all threads share, which is made
/// of a setup. It does its thing with `once()`, and when it has done it for the last time `stay()`
/// leaves it as the ground expects it. Then `ground::wrong(threads, how often each)` says what is
/// wrong with what was done, or nothing.
template <class Subject, std::uint64_t Block = 64>
struct block_loop {
    setup how;

    measure::loop_report operator()(measure::turnstile& probe) const {
        typename Subject::ground ground(how);
        Subject subject(ground);
        measure::loop_report report =
            measure::run_blocks<Block>(probe, [&subject] { subject.once(); });
        subject.stay();
        if (std::string what = ground.wrong(1, (report.turns.front() - 1) * Block); !what.empty()) {
            report.failures.push_back(std::move(what));
        }
        return report;
    }
};

} // namespace tollgate::liveness_test
