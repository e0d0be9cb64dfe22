// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "scripted_handler.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/sourced_token.hpp>
#include <tollgate/cancel/standalone_token.hpp>

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

namespace tollgate::cancel {

enum class token_kind { standalone, sourced, following };

/// A kind of token and its past: the first registration takes another way than later ones.
struct token_case {
    token_kind kind;
    int registrations;

    [[nodiscard]] std::string name() const {
        static const char* const kinds[] = {"standalone", "sourced", "following"};
        return std::string(kinds[static_cast<int>(kind)])
            .append("_after_")
            .append(std::to_string(registrations));
    }
    friend std::ostream& operator<<(std::ostream& to, const token_case& test_case) {
        return to << test_case.name();
    }
};

inline std::vector<token_case> all_token_cases() {
    std::vector<token_case> all;
    for (const token_kind kind :
         {token_kind::standalone, token_kind::sourced, token_kind::following}) {
        all.push_back({kind, 0});
        all.push_back({kind, 2});
    }
    return all;
}

/// A token, and its source.
class cancellable {
public:
    explicit cancellable(const token_case& test_case)
        : kind_(test_case.kind),
          follower_(cancellation_source::following(leader_)),
          own_(token_source().get_token()),
          other_(token_source().get_token()) {
        make_a_past(get(), test_case.registrations);
        make_a_past(second(), test_case.registrations);
    }

    [[nodiscard]] const token& get() const {
        return kind_ == token_kind::standalone ? static_cast<const token&>(standalone_) : own_;
    }
    /// Another token that is cancelled with it; the same token where there is no other.
    [[nodiscard]] const token& second() const {
        return kind_ == token_kind::standalone ? static_cast<const token&>(standalone_) : other_;
    }
    bool cancel() {
        return kind_ == token_kind::standalone ? standalone_.cancel() : leader_.cancel();
    }

private:
    [[nodiscard]] const cancellation_source& token_source() const {
        return kind_ == token_kind::following ? follower_ : leader_;
    }
    static void make_a_past(const token& with, int registrations) {
        for (int i = 0; i < registrations; ++i) {
            scripted_handler handler;
            const cancellation_guard guard(with, handler);
        }
    }

    token_kind kind_;
    standalone_token standalone_;
    cancellation_source leader_;
    cancellation_source follower_;
    sourced_token own_;
    sourced_token other_;
};

/// For properties of every kind of token, whichever way it registers.
class every_token : public ::testing::TestWithParam<token_case> {
protected:
    cancellable subject{GetParam()};
};

inline std::string token_case_name(const ::testing::TestParamInfo<token_case>& info) {
    return info.param.name();
}

} // namespace tollgate::cancel
