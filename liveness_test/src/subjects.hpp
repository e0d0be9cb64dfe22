// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/settings.hpp>
#include <tollgate/measure/loop_probe.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_blocks.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace tollgate::liveness_test {

/// The options of a subject; each subject reads those that it needs.
struct setup {
    liveness::stamps stamp = liveness::stamps::coarse;
    std::uint64_t checkpoints = 0; ///< between registering and deregistering
};

/// The name of every scope, of 8 to 16 bytes.
inline constexpr std::string_view scope_name = "worker thread";

inline constexpr std::uint32_t first_checkpoint = 1;
inline constexpr std::uint32_t next_checkpoint = 2;

/// The words of all living threads, each on its own cache lines, where a watchdog would find them.
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
        for (const Word& word : all_) {
            if (const char* const error = word.wrong(times)) {
                return error;
            }
        }
        return {};
    }

private:
    std::mutex mutex_;
    std::list<Word> all_;
};

/// The stamps of a probe with any clock, for code that is compiled only once.
struct stamps {
    std::function<std::int64_t()> begin;
    std::function<std::int64_t()> end;
};

template <class Probe>
[[nodiscard]] stamps stamps_of(const Probe& probe) {
    return {[&probe] { return probe.begin(); }, [&probe] { return probe.end(); }};
}

/// Repeats an operation on one thread, in blocks.
///
/// A Subject belongs to one thread and uses a `ground` that all threads share, created from a
/// setup. `once()` does its operation. After the last one, `stay()` leaves the state that the
/// ground expects. Then `ground::wrong(threads, times)` returns the error in the work, or an empty
/// text.
template <class Subject, std::uint64_t Block = 64>
struct block_loop {
    setup options;

    measure::loop_report operator()(measure::loop_probe& probe) const {
        typename Subject::ground ground(options);
        Subject subject(ground);
        measure::loop_report report =
            measure::run_blocks<Block>(probe, [&subject] { subject.once(); });
        subject.stay();
        if (std::string error = ground.wrong(1, (report.probe_calls.front() - 1) * Block);
            !error.empty()) {
            report.failures.push_back(std::move(error));
        }
        return report;
    }
};

} // namespace tollgate::liveness_test
