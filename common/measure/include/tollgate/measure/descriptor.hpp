// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <utility>

#include <unistd.h>

namespace tollgate::measure {

/// Owns a file descriptor, for loops that hand over through the kernel. Not thread safe; the
/// descriptor itself may be used from any thread.
class descriptor {
public:
    explicit descriptor(int number) : number_(number) {}
    ~descriptor() {
        if (number_ >= 0) {
            ::close(number_);
        }
    }
    descriptor(descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    descriptor& operator=(descriptor&&) = delete;

    [[nodiscard]] int number() const { return number_; }

private:
    int number_;
};

} // namespace tollgate::measure
