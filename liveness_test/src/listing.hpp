// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "subjects.hpp"

#include <tollgate/measure/hidden.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <string>

namespace tollgate::liveness_test {

/// Of a thread that registers and passes no more: when that was.
class single_stamp {
public:
    void pass(std::uint32_t /*none*/) {
        at_ = std::chrono::system_clock::now();
        ++passed_;
    }
    [[nodiscard]] const char* wrong(std::uint64_t times) const {
        return passed_ == times ? nullptr : "stamps lost or invented";
    }

private:
    std::chrono::system_clock::time_point at_;
    std::uint64_t passed_ = 0;
};

/// A list of all threads under a mutex, each with a name and the time of day: what comes to mind
/// first.
template <class Passed>
class listing {
public:
    struct entry {
        std::string name;
        Passed passed;
    };
    using iterator = typename std::list<entry>::iterator;
    class ground {
    public:
        explicit ground(const setup& how) : checkpoints_(how.checkpoints) {}
        iterator add() {
            const std::lock_guard lock(mutex_);
            const auto mine = all_.emplace(all_.end());
            mine->name = scope_name;
            mine->passed.pass(first_checkpoint);
            ++added_;
            return mine;
        }
        void remove(iterator mine) {
            const std::lock_guard lock(mutex_);
            all_.erase(mine);
        }
        [[nodiscard]] std::uint64_t checkpoints() const { return checkpoints_; }
        [[nodiscard]] std::string wrong(std::size_t threads, std::uint64_t times) const {
            if (all_.size() != threads || added_ != threads * (times + 1)) {
                return "registrations lost or invented";
            }
            for (const entry& one : all_) {
                if (const char* const what = one.passed.wrong(1 + checkpoints_)) {
                    return what;
                }
            }
            return {};
        }

    private:
        const std::uint64_t checkpoints_;
        std::mutex mutex_;
        std::list<entry> all_;
        std::uint64_t added_ = 0;
    };
    static constexpr double about_ns = 150;

    explicit listing(ground& on) : ground_(&on) {}
    ~listing() {
        if (last_) {
            ground_->remove(*last_);
        }
    }
    listing(const listing&) = delete;
    listing& operator=(const listing&) = delete;

    void once() {
        const auto mine = measure::hidden(ground_)->add();
        pass(*mine);
        measure::hidden(ground_)->remove(mine);
    }
    void stay() {
        last_ = ground_->add();
        pass(**last_);
    }

private:
    void pass(entry& mine) const {
        for (std::uint64_t i = 0; i < ground_->checkpoints(); ++i) {
            measure::hidden(&mine)->passed.pass(next_checkpoint);
        }
    }

    ground* ground_;
    std::optional<iterator> last_;
};

} // namespace tollgate::liveness_test
