// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tollgate::queue_test {

/// The producer of a message of a stream, and its sequence number there, as a number below 2^63.
struct origin {
    std::size_t producer;
    std::uint64_t sequence;

    static constexpr int sequence_bits = 48;

    [[nodiscard]] std::uint64_t number() const {
        return (std::uint64_t{producer} << sequence_bits) | sequence;
    }
    static origin of(std::uint64_t number) {
        return {static_cast<std::size_t>(number >> sequence_bits),
                number & ((std::uint64_t{1} << sequence_bits) - 1)};
    }
};

/// The numbers of the messages that were sent, or received, in a form that can be compared: their
/// count, their sum, and the sum of their squares. If a message is lost and another one doubled,
/// the sums differ; mistakes that cancel out in the first sum do not in the second.
struct heap_of_numbers {
    std::uint64_t count = 0;
    std::uint64_t sum = 0;
    std::uint64_t squares = 0;

    void add(std::uint64_t number) {
        ++count;
        sum += number;
        squares += number * number;
    }
    heap_of_numbers& operator+=(const heap_of_numbers& other) {
        count += other.count;
        sum += other.sum;
        squares += other.squares;
        return *this;
    }
    friend bool operator==(const heap_of_numbers&, const heap_of_numbers&) = default;
};

/// The messages of a stream that one consumer received.
class tally {
public:
    explicit tally(std::size_t producers) : next_(producers, 0) {}

    void add(std::uint64_t number, bool intact) {
        taken_.add(number);
        const origin source = origin::of(number);
        if (!intact || source.producer >= next_.size()) [[unlikely]] {
            ++damaged_;
            return;
        }
        std::uint64_t& next = next_[source.producer];
        disordered_ += source.sequence < next ? 1 : 0;
        next = source.sequence + 1;
    }

    [[nodiscard]] const heap_of_numbers& taken() const { return taken_; }

    /// Adds a line for each kind of failure.
    void add_failures_to(std::vector<std::string>& failures, bool order_is_kept) const;

private:
    heap_of_numbers taken_;
    std::vector<std::uint64_t> next_;
    std::uint64_t disordered_ = 0;
    std::uint64_t damaged_ = 0;
};

/// Adds a line if the messages sent and received differ.
void compare_heaps(const heap_of_numbers& in, const heap_of_numbers& out,
                   std::vector<std::string>& failures);

} // namespace tollgate::queue_test
