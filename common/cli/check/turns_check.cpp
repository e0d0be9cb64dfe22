// SPDX-License-Identifier: BSL-1.0
#include "../src/turns.hpp"

#include "captured.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/report/json.hpp>

#include <array>
#include <cerrno>
#include <optional>
#include <thread>

namespace tollgate::cli {
namespace {

using ::testing::HasSubstr;

class pipe_pair {
public:
    pipe_pair() {
        if (::pipe(ends.data()) != 0) {
            throw std::runtime_error("pipe");
        }
    }
    ~pipe_pair() {
        close(0);
        close(1);
    }
    pipe_pair(const pipe_pair&) = delete;
    pipe_pair& operator=(const pipe_pair&) = delete;
    void close(std::size_t end) {
        if (ends.at(end) >= 0) {
            ::close(std::exchange(ends.at(end), -1));
        }
    }
    std::array<int, 2> ends{-1, -1};
};

/// Both sides of the turns of one program.
struct table {
    [[nodiscard]] std::string descriptors() const {
        return std::to_string(give.ends[0]) + "," + std::to_string(over.ends[1]);
    }
    void give_turns(std::size_t count) const {
        ASSERT_EQ(::write(give.ends[1], std::string(count, '.').data(), count),
                  static_cast<ssize_t>(count));
    }
    /// How many were given back so far.
    [[nodiscard]] std::size_t given_back() const {
        ::fcntl(over.ends[0], F_SETFL, O_NONBLOCK);
        std::array<char, 64> bytes{};
        const ssize_t got = ::read(over.ends[0], bytes.data(), bytes.size());
        return got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    pipe_pair give;
    pipe_pair over;
};

bool go_on() {
    return true;
}

TEST(turns, without_descriptors_it_is_always_ours) {
    turns alone;
    EXPECT_TRUE(alone.next([] { return false; }));
    EXPECT_EQ(alone.waited().count(), 0);
}

TEST(turns, a_turn_ends_where_the_next_is_asked_for) {
    const table both;
    turns own(both.descriptors());
    both.give_turns(2);
    EXPECT_TRUE(own.next(go_on));
    EXPECT_EQ(both.given_back(), 0u);
    EXPECT_TRUE(own.next(go_on));
    EXPECT_EQ(both.given_back(), 1u);
}

TEST(turns, waits_until_it_is_given_one) {
    const table both;
    turns own(both.descriptors());
    int ticks = 0;
    EXPECT_TRUE(own.next([&] {
        if (++ticks == 2) {
            both.give_turns(1);
        }
        return true;
    }));
    EXPECT_EQ(ticks, 2);
    EXPECT_GT(own.waited().count(), 0);
}

TEST(turns, a_tick_that_says_no_ends_the_waiting) {
    const table both;
    turns own(both.descriptors());
    EXPECT_FALSE(own.next([] { return false; }));
}

TEST(turns, there_are_none_when_the_other_side_has_gone) {
    table both;
    turns own(both.descriptors());
    both.give_turns(1);
    EXPECT_TRUE(own.next(go_on));
    both.give.close(1);
    EXPECT_FALSE(own.next(go_on));
}

TEST(turns, what_are_no_descriptors_is_refused) {
    for (const char* text : {"", "5", "5,", ",5", "a,b", "0,1", "5,6,7", "-1,5", "4000,4001"}) {
        EXPECT_THAT(message_of<usage_error>([&] { turns own{std::string(text)}; }),
                    HasSubstr("--turns"))
            << text;
    }
}

TEST(turns, a_run_takes_one_for_each_pass_and_gives_back_all_but_the_last) {
    const table both;
    both.give_turns(3);
    const seen_outside seen =
        run({"--passes", "3", "--rounds", "3", "--turns", both.descriptors()});
    EXPECT_EQ(seen.code, 0) << seen.err;
    EXPECT_EQ(both.given_back(), 2u);
}

TEST(turns, a_run_whose_turns_end_is_partial) {
    table both;
    both.give_turns(2);
    both.give.close(1);
    const seen_outside seen =
        run({"--passes", "3", "--rounds", "3", "--format", "json", "--turns", both.descriptors()});
    EXPECT_EQ(seen.code, 130) << seen.err;
    EXPECT_EQ(report::read_json(seen.out).rounds, 2u);
}

TEST(turns, a_run_that_is_given_none_measures_nothing) {
    table both;
    both.give.close(1);
    const seen_outside seen = run({"--rounds", "3", "--turns", both.descriptors()});
    EXPECT_EQ(seen.code, 3);
    EXPECT_THAT(seen.err, HasSubstr("--turns: there are none"));
}

} // namespace
} // namespace tollgate::cli
