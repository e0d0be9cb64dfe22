// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <vector>

namespace tollgate::queue_test {

/// A ring of exactly `capacity` messages. Not thread safe; nobody pushes to a full one or pops from
/// an empty one. Allocates once.
template <class Message>
class ring_buffer {
public:
    explicit ring_buffer(std::size_t capacity) : slots_(capacity) {}

    [[nodiscard]] bool is_empty() const { return size_ == 0; }
    [[nodiscard]] bool is_full() const { return size_ == slots_.size(); }

    void push(const Message& message) {
        slots_[next_in_] = message;
        next_in_ = after(next_in_);
        ++size_;
    }
    void pop(Message& message) {
        message = slots_[next_out_];
        next_out_ = after(next_out_);
        --size_;
    }

private:
    // A comparison costs less than the division that any capacity would need.
    [[nodiscard]] std::size_t after(std::size_t index) const {
        return index + 1 == slots_.size() ? 0 : index + 1;
    }

    std::vector<Message> slots_;
    std::size_t next_in_ = 0;
    std::size_t next_out_ = 0;
    std::size_t size_ = 0;
};

} // namespace tollgate::queue_test
