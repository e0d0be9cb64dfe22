// SPDX-License-Identifier: BSL-1.0
#include "proc/thread_record.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <string>
#include <vector>

namespace tollgate::bill {
namespace {

using namespace std::chrono_literals;
using time_point = std::chrono::steady_clock::time_point;

constexpr wait_place mutex{wait_kind::futex, 202, 0x1000};
constexpr wait_place queue{wait_kind::poll, 232, 5};

/// A reading 1 ms after the one before, in which the thread ran for 100 µs.
thread_reading reading(int number, std::uint64_t voluntary, std::optional<wait_place> place) {
    const auto index = static_cast<std::uint64_t>(number);
    return {.at = time_point(number * 1ms),
            .name = "worker",
            .times = {.cpu_ns = index * 100'000, .runnable_ns = 0, .runs = index + 1},
            .voluntary = voluntary,
            .place = place};
}

/// The number of waits at this place.
std::uint64_t waits_at(const wait_place& place, const std::vector<wait_counts>& waits) {
    for (const wait_counts& counts : waits) {
        if (wait_place{counts.kind, counts.system_call, counts.address} == place) {
            return counts.waits;
        }
    }
    return 0;
}

std::vector<wait_counts> waits_of(thread_record& record) {
    std::vector<wait_counts> waits;
    record.append_waits(waits);
    return waits;
}

TEST(thread_record, waits_between_two_readings_at_one_place_count_there) {
    thread_record record(7, 8, reading(0, 1000, mutex));
    record.add(reading(1, 1050, mutex));
    const std::vector<wait_counts> waits = waits_of(record);
    ASSERT_EQ(waits.size(), 1U);
    EXPECT_EQ(waits[0].process, 7);
    EXPECT_EQ(waits[0].thread, 8);
    EXPECT_EQ(waits[0].address, 0x1000U);
    EXPECT_EQ(waits[0].waits, 50U);
    EXPECT_EQ(waits[0].slept_ns, 900'000U) << "1 ms without the 100 µs on a CPU";
    EXPECT_EQ(record.counts().voluntary, 50U);
    EXPECT_EQ(record.counts().cpu_ns, 100'000U);
}

TEST(thread_record, waits_between_two_places_are_shared) {
    thread_record record(7, 8, reading(0, 0, mutex));
    record.add(reading(1, 11, queue));
    EXPECT_EQ(waits_at(mutex, waits_of(record)), 5U);
    EXPECT_EQ(waits_at(queue, waits_of(record)), 6U);
}

TEST(thread_record, waits_before_and_after_running_count_at_the_place_that_was_found) {
    thread_record record(7, 8, reading(0, 0, std::nullopt));
    record.add(reading(1, 10, std::nullopt));
    record.add(reading(2, 30, mutex));
    EXPECT_EQ(waits_at(mutex, waits_of(record)), 30U) << "no other place is known";
    record.add(reading(3, 31, std::nullopt));
    record.add(reading(4, 33, std::nullopt));
    EXPECT_EQ(waits_at(mutex, waits_of(record)), 33U);
    record.add(reading(5, 37, queue));
    EXPECT_EQ(waits_at(queue, waits_of(record)), 4U);
    EXPECT_EQ(waits_at(mutex, waits_of(record)), 33U);
}

TEST(thread_record, a_wait_that_goes_on_only_becomes_longer) {
    thread_record record(7, 8, reading(0, 5, mutex));
    EXPECT_TRUE(record.still_waits(reading(0, 5, mutex).times));
    EXPECT_FALSE(record.still_waits(reading(1, 5, mutex).times));
    record.add_wait_until(time_point(3ms));
    EXPECT_EQ(waits_of(record)[0].waits, 0U);
    EXPECT_EQ(waits_of(record)[0].slept_ns, 3'000'000U);
}

TEST(thread_record, counts_never_become_smaller) {
    thread_record record(7, 8, reading(0, 0, std::nullopt));
    record.add(reading(1, 10, std::nullopt));
    EXPECT_EQ(waits_at({}, waits_of(record)), 10U) << "nothing is known about these waits";
    record.add(reading(2, 12, mutex));
    EXPECT_EQ(waits_at({}, waits_of(record)), 10U);
    EXPECT_EQ(waits_at(mutex, waits_of(record)), 2U);
}

TEST(thread_record, a_thread_that_waits_at_any_number_of_addresses_needs_bounded_memory) {
    thread_record record(7, 8, reading(0, 0, mutex));
    for (int number = 1; number <= 1000; ++number) {
        const auto index = static_cast<std::uint64_t>(number);
        record.add(reading(number, index, wait_place{wait_kind::futex, 202, 0x2000 + index}));
    }
    const std::vector<wait_counts> waits = waits_of(record);
    EXPECT_LE(waits.size(), 33U);
    std::uint64_t sum = 0;
    for (const wait_counts& counts : waits) {
        EXPECT_EQ(counts.kind, wait_kind::futex);
        sum += counts.waits;
    }
    EXPECT_EQ(sum, 1000U);
}

} // namespace
} // namespace tollgate::bill
