// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "contenders.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#if defined(__cpp_lib_atomic_shared_ptr)

namespace tollgate::lock_test {

/// An operation on a std::atomic<std::shared_ptr>: all threads load it, or all threads store a
/// pointer of their own.
enum class pointer_operation { load, store };

/// Self-checks: each load returns the pointer that was stored; at the end, no reference is lost or
/// left over.
template <pointer_operation Which>
class shared_pointer {
    struct alignas(apart) object {}; // so is its count of references

public:
    struct shape {};

    shared_pointer(const shape&, std::size_t threads) {
        for (std::size_t i = 0; i < threads; ++i) {
            objects_.push_back(std::make_shared<const object>());
        }
        current_.store(objects_.front());
    }

    class member {
    public:
        member(shared_pointer& all, std::size_t self) : all_(all), own_(all.objects_[self]) {}

        void operate() {
            if constexpr (Which == pointer_operation::load) {
                wrong_ += all_.current_.load() == all_.objects_.front() ? 0 : 1;
            } else {
                all_.current_.store(own_);
            }
        }
        void end(std::uint64_t /*operations*/) {
            all_.wrong_.fetch_add(wrong_, std::memory_order_relaxed);
        }

    private:
        shared_pointer& all_;
        std::shared_ptr<const object> own_;
        std::uint64_t wrong_ = 0;
    };

    void add_to(measure::loop_report& report) {
        if (wrong_.load(std::memory_order_relaxed) != 0) {
            report.failures.emplace_back("a load returned another pointer than was stored");
        }
        current_.store(nullptr);
        for (const auto& kept : objects_) {
            if (kept.use_count() != 1) {
                report.failures.emplace_back("references lost or left over");
                return;
            }
        }
    }

private:
    alignas(apart) std::atomic<std::shared_ptr<const object>> current_;
    alignas(apart) std::vector<std::shared_ptr<const object>> objects_;
    std::atomic<std::uint64_t> wrong_{0};
};

} // namespace tollgate::lock_test

#endif
