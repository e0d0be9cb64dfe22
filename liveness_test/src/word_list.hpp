// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "setup.hpp"

#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>

namespace tollgate::liveness_test {

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
