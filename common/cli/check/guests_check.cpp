// SPDX-License-Identifier: BSL-1.0
#include "captured.hpp"

#include <tollgate/report/json.hpp>

#include <cstdlib>
#include <fstream>

#include <sys/stat.h>

namespace tollgate::cli {
namespace {

using made_up::briefly;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* question = "nothing/first";

std::string command(const std::string& kind, const std::string& of = question) {
    return std::string("exec ") + WRONG_GUEST + " " + kind + " " + of;
}

tokens with_guest(const std::string& kind, const tokens& more = {}) {
    tokens all{"--guest", command(kind), "--format", "json"};
    all.insert(all.end(), more.begin(), more.end());
    return briefly(all);
}

/// The guests' cases that failed, and why.
std::vector<std::string> failures_in(const report::result& seen) {
    std::vector<std::string> failures;
    for (const report::unavailable_case& one : seen.unavailable) {
        if (one.failed) {
            failures.push_back(one.key.name() + ": " + one.reason);
        }
    }
    return failures;
}

std::string failure_in(const report::result& seen) {
    const std::vector<std::string> all = failures_in(seen);
    return all.empty() ? "" : all.front();
}

/// Where `make guests` leaves guests, for as long as this lives.
class built_guests {
public:
    built_guests() { ::setenv("TOLLGATE_GUESTS", place_.path().c_str(), 1); }
    ~built_guests() { ::unsetenv("TOLLGATE_GUESTS"); }
    built_guests(const built_guests&) = delete;
    built_guests& operator=(const built_guests&) = delete;

    void add(const std::string& name, const std::string& kind) const {
        const std::filesystem::path folder = place_.path() / name;
        std::filesystem::create_directory(folder);
        std::ofstream(folder / "guest") << "#!/bin/sh\n" << command(kind) << "\n";
        ::chmod((folder / "guest").c_str(), 0755);
    }
    void take_rights(const std::string& name) const {
        ::chmod((place_.path() / name / "guest").c_str(), 0644);
    }
    void leave_out(const std::string& name, const std::string& why) const {
        const std::filesystem::path folder = place_.path() / name;
        std::filesystem::create_directory(folder);
        std::ofstream(folder / "left_out") << why << "\n";
    }

private:
    temporary_folder place_;
};

TEST(guests, stand_beside_the_case_that_has_their_question) {
    const seen_outside seen = run(with_guest("right"));
    ASSERT_EQ(seen.code, 0) << seen.err;
    const report::result read = report::read_json(seen.out);
    const measure::case_result* one = read.find("nothing/first/impl:wrong");
    ASSERT_NE(one, nullptr);
    EXPECT_EQ(one->record.valued_by, measure::method::guest_batches);
    EXPECT_EQ(one->record.compared_with, "nothing/first");
    EXPECT_EQ(one->record.rounds.size(), 6U);
    EXPECT_EQ(one->record.unit, "one multiplication");
    ASSERT_EQ(read.guests.size(), 1U);
    EXPECT_THAT(read.guests[0],
                AllOf(HasSubstr("wrong, 0.1: it is wrong on purpose; an empty batch "
                                "takes "),
                      HasSubstr(" us pass between two")));
}

TEST(guests, are_the_same_processes_in_all_passes) {
    const seen_outside seen = run(with_guest("right", {"--passes", "3"}));
    ASSERT_EQ(seen.code, 0) << seen.err;
    const report::result read = report::read_json(seen.out);
    const measure::case_result* one = read.find("nothing/first/impl:wrong");
    ASSERT_NE(one, nullptr);
    EXPECT_EQ(one->record.rounds.size(), 6U);
    EXPECT_EQ(one->record.rounds.back().process, 2U);
}

TEST(guests, that_go_wrong_lose_their_own_rows_alone) {
    using kind_and_reason = std::pair<const char*, const char*>;
    for (const auto& [kind, why] : std::initializer_list<kind_and_reason>{
             {"crashes", "it has ended; its last words: 'about to abort'"},
             {"rubbish", "it says '?[31mrubbish'"},
             {"more", "operations: it says 2, and 1 are due"},
             {"less", "operations that arrived: it says 0, and 1 are due"},
             {"sum", "the sum of what arrived: it says "},
             {"chatty", "it "},
             {"fast_clock", "it "}}) {
        for (const char* passes : {"1", "2"}) {
            const seen_outside seen = run(with_guest(kind, {"--passes", passes}));
            EXPECT_EQ(seen.code, 1) << kind;
            const report::result read = report::read_json(seen.out);
            EXPECT_THAT(
                failure_in(read),
                ::testing::StartsWith(std::string("nothing/first/impl:wrong: guest wrong: ") + why))
                << kind;
            EXPECT_EQ(read.cases.size(), 2U) << kind;
            EXPECT_EQ(read.cases[0].record.rounds.size(), 6U) << kind;
            EXPECT_TRUE(read.proven()) << kind << ": of ours nothing failed";
        }
    }
}

TEST(guests, whose_clock_is_not_to_be_believed_have_no_figures) {
    const seen_outside seen = run(
        {"--guest", command("slow_clock"), "--format", "json", "--rounds", "12", "--passes", "1"});
    EXPECT_EQ(seen.code, 1);
    const report::result read = report::read_json(seen.out);
    EXPECT_THAT(failure_in(read), HasSubstr("by our clock its operations take longer"));
    EXPECT_EQ(read.find("nothing/first/impl:wrong"), nullptr);
}

TEST(guests, are_said_to_have_failed_in_the_text) {
    const seen_outside seen = run(briefly({"--guest", command("rubbish")}));
    EXPECT_THAT(seen.out, HasSubstr("failed:\n  - nothing/first/impl:wrong: guest wrong: it says"));
    EXPECT_THAT(seen.out, Not(HasSubstr("\x1b")));
}

TEST(guests, that_do_not_greet_are_refused_in_one_line_before_anything_is_measured) {
    const temporary_folder place;
    for (const auto& [kind, says] : std::initializer_list<std::pair<const char*, const char*>>{
             {"ends_at_once", "it has ended; its last words: 'no such thing here'"},
             {"version", "it speaks version '2' of the protocol"},
             {"escapes", "it says 'guest 1 ?[31mred 0.1'"}}) {
        const seen_outside seen =
            run(briefly({"--guest", command(kind), "--json", place / "file"}));
        EXPECT_EQ(seen.code, 2) << kind;
        EXPECT_EQ(seen.out, "");
        EXPECT_THAT(seen.err, AllOf(HasSubstr("--guest: 'exec "), HasSubstr(says)));
        EXPECT_EQ(std::count(seen.err.begin(), seen.err.end(), '\n'), 1) << seen.err;
        EXPECT_THAT(place.names(), IsEmpty());
    }
    const seen_outside seen = run(briefly({"--guest", "exec /there/is/none"}));
    EXPECT_EQ(seen.code, 2);
    EXPECT_THAT(seen.err, HasSubstr("--guest: 'exec /there/is/none': it has ended"));
    EXPECT_EQ(run({"--guest", " "}).code, 2);
}

TEST(guests, that_offer_a_case_that_exists_are_refused) {
    const seen_outside seen =
        run(briefly({"--guest", command("right"), "--guest", command("right")}));
    EXPECT_EQ(seen.code, 2);
    EXPECT_THAT(seen.err, HasSubstr("it offers nothing/first/impl:wrong, which exists already"));
}

TEST(guests, that_offer_a_case_twice_are_refused) {
    const seen_outside seen = run(briefly({"--guest", command("twice")}));
    EXPECT_EQ(seen.code, 2);
    EXPECT_THAT(seen.err, HasSubstr("it offers nothing/first/impl:wrong twice"));
    const built_guests here;
    here.add("one", "twice");
    const seen_outside built = run(briefly({"--guests", "all", "--format", "json"}));
    ASSERT_EQ(built.code, 0) << built.err;
    EXPECT_THAT(report::read_json(built.out).notes,
                ::testing::Contains(HasSubstr("left out: one: it offers nothing/first/impl:wrong "
                                              "twice")));
}

/// A command that greets differently, or not at all, from its second start on.
std::string changes(const temporary_folder& place, const std::string& second) {
    const std::string mark = "'" + (place / "started").string() + "'";
    return "if [ -e " + mark + " ]; then " + second + "; fi; touch " + mark + "; " +
           command("right", "nothing/pinned 2");
}

TEST(guests, that_greet_otherwise_at_another_start_are_lost_and_nothing_else_is) {
    for (const auto& [second, why] : std::initializer_list<std::pair<std::string, const char*>>{
             {command("right", "nothing/other 2"), "it greets otherwise than at its first start"},
             {"echo gone >&2; exit 1", "it has ended; its last words: 'gone'"}}) {
        const temporary_folder place;
        const seen_outside seen = run(briefly({"--guest", changes(place, second), "--conduct",
                                               "placed", "--passes", "2", "--format", "json"}));
        ASSERT_EQ(seen.code, 1) << seen.err;
        const report::result read = report::read_json(seen.out);
        EXPECT_THAT(failure_in(read), HasSubstr(why));
        EXPECT_EQ(read.cases.size(), 3U);
    }
}

std::size_t lines_of(const std::filesystem::path& file) {
    std::ifstream from(file);
    return static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(from), {}, '\n'));
}

TEST(guests, that_cannot_be_started_again_lose_all_their_cases_there_by_one_attempt) {
    const temporary_folder place;
    const std::string starts = "'" + (place / "starts").string() + "'";
    const std::string guest = "echo >>" + starts + "; if [ $(wc -l <" + starts +
                              ") = 2 ]; then exit 1; fi; " +
                              command("two_cases", "nothing/pinned 2");
    const seen_outside seen =
        run(briefly({"--guest", guest, "--conduct", "placed", "--format", "json"}));
    ASSERT_EQ(seen.code, 1) << seen.err;
    EXPECT_THAT(failures_in(report::read_json(seen.out)),
                ::testing::ElementsAre(HasSubstr("it has ended"), HasSubstr("it has ended")));
    EXPECT_EQ(lines_of(place / "starts"), 2U);
}

TEST(guests, that_are_wrong_once_lose_all_their_cases_for_that_reason) {
    for (const char* kind : {"wrong_in_look", "wrong_at_last"}) {
        for (const auto& [passes, seed] :
             std::initializer_list<std::pair<const char*, const char*>>{
                 {"1", "1"}, {"2", "1"}, {"2", "2"}, {"2", "3"}, {"2", "4"}}) {
            const seen_outside seen = run(with_guest(kind, {"--passes", passes, "--seed", seed}));
            EXPECT_EQ(seen.code, 1) << kind << seed;
            const report::result read = report::read_json(seen.out);
            const auto wrong = HasSubstr("guest wrong: the sum of what arrived");
            EXPECT_THAT(failures_in(read), ::testing::ElementsAre(wrong, wrong)) << kind << seed;
            EXPECT_EQ(read.cases.size(), 2U);
        }
    }
}

TEST(guests, that_are_slow_to_start_take_nothing_of_the_time) {
    const seen_outside seen = run(with_guest("slow_to_start"));
    ASSERT_EQ(seen.code, 0) << seen.err;
    const report::result read = report::read_json(seen.out);
    EXPECT_LT(read.budget_s, 1);
    EXPECT_LT(read.took_s, 2);
}

TEST(guests, at_another_placement_are_started_anew) {
    const seen_outside seen =
        run(briefly({"--guest", command("right", "nothing/pinned 2"), "--conduct", "placed",
                     "--passes", "2", "--format", "json"}));
    ASSERT_EQ(seen.code, 0) << seen.err;
    const report::result read = report::read_json(seen.out);
    const measure::case_result* one = read.find("nothing/pinned/impl:wrong/placement:free");
    ASSERT_NE(one, nullptr);
    EXPECT_EQ(one->record.rounds.size(), 6U);
}

TEST(guests, that_are_built_here_and_cannot_stand_beside_ours_are_left_out) {
    const built_guests here;
    here.add("one", "right");
    here.add("two", "right");
    const seen_outside twice = run(briefly({"--guests", "all", "--format", "json"}));
    ASSERT_EQ(twice.code, 0) << twice.err;
    EXPECT_THAT(report::read_json(twice.out).notes,
                ::testing::Contains("guests that are left out: two: it offers "
                                    "nothing/first/impl:wrong, which exists already"));
    const seen_outside named = run(
        briefly({"--guests", "all", "--conduct", "named", "--passes", "2", "--format", "json"}));
    ASSERT_EQ(named.code, 0) << named.err;
    EXPECT_THAT(report::read_json(named.out).notes,
                ::testing::Contains(HasSubstr("one: its runtime has the name of our own")));
}

TEST(guests, with_the_name_of_one_of_ours_are_refused) {
    const seen_outside seen = run(briefly({"--guest", command("right"), "--conduct", "named"}));
    EXPECT_EQ(seen.code, 2);
    EXPECT_THAT(seen.err, HasSubstr("its runtime has the name of our own impl:wrong"));
}

TEST(guests, without_a_question_of_this_program_are_named) {
    const seen_outside seen =
        run(briefly({"--guest", command("right", "other/question"), "--format", "json"}));
    ASSERT_EQ(seen.code, 0);
    EXPECT_THAT(report::read_json(seen.out).notes,
                ::testing::Contains("guests that answer no question of this program: wrong"));
}

TEST(guests, whose_numbers_this_program_does_not_have_are_named) {
    const seen_outside seen = run(with_guest("members"));
    ASSERT_EQ(seen.code, 0) << seen.err;
    EXPECT_THAT(report::read_json(seen.out).notes,
                ::testing::Contains("guests' cases that are left out, as none of ours here has "
                                    "their placement and numbers: work of wrong "
                                    "(nothing/first)"));
}

TEST(guests, are_listed_and_chosen_like_all_cases) {
    EXPECT_THAT(run({"--guest", command("right"), "--list"}).out,
                HasSubstr("nothing/first/impl:wrong\n    one multiplication\n"));
    const seen_outside seen = run(with_guest("right", {"--only", "impl:wrong"}));
    ASSERT_EQ(seen.code, 0) << seen.err;
    EXPECT_EQ(report::read_json(seen.out).cases.size(), 1U);
}

TEST(guests, that_are_built_here_are_known_by_name) {
    const built_guests here;
    here.add("one", "right");
    here.leave_out("other", "there is no \x1b[1mcompiler (its package: some)");
    const seen_outside seen = run(briefly({"--guests", "all", "--format", "json"}));
    ASSERT_EQ(seen.code, 0) << seen.err;
    const report::result read = report::read_json(seen.out);
    EXPECT_NE(read.find("nothing/first/impl:wrong"), nullptr);
    EXPECT_THAT(read.notes, ::testing::Contains("guests that are left out: other: it was left out: "
                                                "there is no ?[1mcompiler (its package: some)"));
    EXPECT_EQ(run(briefly({"--guests", "one"})).code, 0);
    EXPECT_EQ(run(briefly({"--guests", "none"})).code, 0);
    const seen_outside left_out = run(briefly({"--guests", "other"}));
    EXPECT_EQ(left_out.code, 2);
    EXPECT_THAT(left_out.err,
                HasSubstr("--guests: 'other': it was left out: there is no ?[1mcompiler"));
    const seen_outside unknown = run(briefly({"--guests", "third"}));
    EXPECT_EQ(unknown.code, 2);
    EXPECT_THAT(unknown.err,
                HasSubstr("--guests: 'third': not one of the guests that are built here: one, "
                          "other"));
    EXPECT_EQ(run(briefly({"--guests", "One"})).code, 2);
}

TEST(guests, of_which_one_does_not_greet_are_measured_without_it) {
    const built_guests here;
    here.add("good", "right");
    here.add("bad", "version");
    const seen_outside seen = run(briefly({"--guests", "all", "--format", "json"}));
    ASSERT_EQ(seen.code, 0) << seen.err;
    EXPECT_THAT(report::read_json(seen.out).notes,
                ::testing::Contains(HasSubstr("left out: bad: it speaks version '2'")));
}

TEST(guests, that_have_no_program_are_missed_with_the_reason) {
    const built_guests here;
    here.add("good", "right");
    here.add("odd", "right");
    here.take_rights("odd");
    EXPECT_THAT(run(briefly({"--guests", "odd"})).err,
                HasSubstr("--guests: 'odd': it has no program 'guest' that may be executed"));
    const seen_outside seen = run(briefly({"--guests", "all", "--format", "json"}));
    ASSERT_EQ(seen.code, 0) << seen.err;
    EXPECT_THAT(report::read_json(seen.out).notes,
                ::testing::Contains(HasSubstr("odd: it has no program")));
}

TEST(guests, of_which_none_is_built_are_missed_in_a_note) {
    const built_guests here;
    const seen_outside seen = run(briefly({"--guests", "all", "--format", "json"}));
    ASSERT_EQ(seen.code, 0) << seen.err;
    EXPECT_THAT(report::read_json(seen.out).notes,
                ::testing::Contains("no guests are built here: make guests"));
}

} // namespace
} // namespace tollgate::cli
