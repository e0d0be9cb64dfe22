// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/json.hpp>

#include <array>
#include <cstddef>
#include <streambuf>

namespace tollgate::report {

/// Bounds for what a stranger's file may make a reader hold and do. The largest result that the
/// programs write as a rule (5 processes of 500 rounds of 50 cases: 12 MB, and 90 MB in format
/// version 1) stays below each of them.
struct parser_limits {
    static constexpr std::size_t depth = 32;
    static constexpr std::size_t token_bytes = std::size_t{1} << 20;
    static constexpr std::size_t file_bytes = std::size_t{256} << 20;
    static constexpr std::size_t rounds_held = 400'000;
    static constexpr std::size_t passes = 200; ///< of a case: what is concluded of n takes n²
    static constexpr std::size_t values_held = 3'000'000;
};

/// Hands a stream on in pieces and refuses it, by throwing unreadable_result, when the parser has
/// taken more than a token's bytes without having come to the end of one: nothing else keeps a
/// string of a gigabyte from being held twice. Not thread safe.
class watched_input : public std::streambuf {
public:
    explicit watched_input(std::streambuf& from) : from_(from) {}

    void token_ended() { since_token_ = 0; }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

protected:
    int_type underflow() override {
        if (since_token_ > parser_limits::token_bytes) {
            throw unreadable_result("a text, a number or white space is longer than 1 MiB");
        }
        if (bytes_ > parser_limits::file_bytes) {
            throw unreadable_result("it is larger than 256 MiB");
        }
        const std::streamsize got =
            from_.sgetn(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
        if (got <= 0) {
            return traits_type::eof();
        }
        since_token_ += static_cast<std::size_t>(got);
        bytes_ += static_cast<std::size_t>(got);
        setg(buffer_.data(), buffer_.data(), buffer_.data() + got);
        return traits_type::to_int_type(*gptr());
    }

private:
    std::streambuf& from_;
    std::array<char, 1 << 16> buffer_{};
    std::size_t since_token_ = 0;
    std::size_t bytes_ = 0;
};

} // namespace tollgate::report
