// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/settings.hpp>

#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>
#include <string_view>

namespace tollgate::liveness_test {

/// What a subject is made with; each looks at what concerns it.
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

} // namespace tollgate::liveness_test
