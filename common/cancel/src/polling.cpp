// SPDX-License-Identifier: BSL-1.0
#include "polling.hpp"

#include <tollgate/cancel/detail/slot.hpp>
#include <tollgate/sleep/race_detector.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace tollgate::cancel::detail {

namespace race_detector = sleep::race_detector;

bool polling::prepare() {
    bool sure = true;
    if (cancelled == nullptr || cancelled->is_inherited() || (doubted && !cancelled->is_open())) {
        cancelled = std::make_shared<const wake_descriptor>();
    } else if (doubted) {
        cancelled->drain();
    } else {
        sure = false;
    }
    doubted = false;
    entries.back() = {cancelled->readable(), POLLIN, 0};
    return sure;
}

namespace {

/// Each on a line of its own.
struct alignas(64) place {
    std::atomic<polling*> kept{nullptr};
};

constexpr unsigned places_log2 = 7;
constexpr std::size_t places = std::size_t(1) << places_log2;

/// Without a lock, which a child of fork() might find held.
constinit std::array<place, places> all;
constinit std::atomic<bool> closed{false};

/// In which the calling thread looks first: threads lie far from each other, in like distances.
std::size_t own_place() noexcept {
    return (this_thread() * std::uint64_t(0x9E3779B97F4A7C15)) >> (64 - places_log2);
}

std::unique_ptr<polling> take(place& from) noexcept {
    if (from.kept.load(std::memory_order_relaxed) == nullptr) {
        return nullptr;
    }
    std::unique_ptr<polling> found(from.kept.exchange(nullptr, std::memory_order_acquire));
    if (found != nullptr) {
        race_detector::library_acquires(found.get());
    }
    return found;
}

void keep(std::unique_ptr<polling>& one, place& in) noexcept {
    polling* nothing = nullptr;
    if (in.kept.load(std::memory_order_relaxed) != nullptr) {
        return;
    }
    race_detector::library_releases(one.get());
    if (in.kept.compare_exchange_strong(nothing, one.get(), std::memory_order_release,
                                        std::memory_order_relaxed)) {
        static_cast<void>(one.release());
    }
}

/// None is in a call that is under way: those were taken out.
struct end_of_all {
    constexpr end_of_all() noexcept = default;
    ~end_of_all() {
        closed.store(true, std::memory_order_relaxed);
        for (place& each : all) {
            take(each);
        }
    }
    end_of_all(const end_of_all&) = delete;
    end_of_all& operator=(const end_of_all&) = delete;
};

const end_of_all at_the_end;

} // namespace

borrowed_polling::borrowed_polling() : first_(own_place()), own_(take(all[first_])) {
    for (std::size_t tried = 1; own_ == nullptr && tried < places; ++tried) {
        own_ = take(all[(first_ + tried) % places]);
    }
    if (own_ == nullptr) [[unlikely]] {
        own_ = std::make_unique<polling>();
    }
}

borrowed_polling::~borrowed_polling() {
    if (closed.load(std::memory_order_relaxed)) [[unlikely]] {
        return;
    }
    for (std::size_t tried = 0; own_ != nullptr && tried < places; ++tried) {
        keep(own_, all[(first_ + tried) % places]);
    }
}

} // namespace tollgate::cancel::detail
