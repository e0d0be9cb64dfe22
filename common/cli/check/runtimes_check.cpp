// SPDX-License-Identifier: BSL-1.0
#include "captured.hpp"

#include <tollgate/report/json.hpp>

#include <chrono>
#include <cstdlib>
#include <fstream>

#include <sys/stat.h>

namespace tollgate::cli {
namespace {

using fake::briefly;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* question = "nothing/first";

std::string command(const std::string& kind, const std::string& of = question) {
    return std::string("exec ") + FAULTY_RUNTIME + " " + kind + " " + of;
}

tokens with_runtime(const std::string& kind, const tokens& more = {}) {
    tokens all{"--runtime", command(kind), "--format", "json"};
    all.insert(all.end(), more.begin(), more.end());
    return briefly(all);
}

/// The cases of runtimes that failed, with the reason.
std::vector<std::string> failures_in(const report::result& output) {
    std::vector<std::string> failures;
    for (const report::unavailable_case& unavailable : output.unavailable) {
        if (unavailable.failed) {
            failures.push_back(unavailable.key.name() + ": " + unavailable.reason);
        }
    }
    return failures;
}

std::string failure_in(const report::result& output) {
    const std::vector<std::string> all = failures_in(output);
    return all.empty() ? "" : all.front();
}

/// A folder that replaces the one of `make runtimes` during its lifetime.
class built_runtimes {
public:
    built_runtimes() { ::setenv("TOLLGATE_RUNTIMES", place_.path().c_str(), 1); }
    ~built_runtimes() { ::unsetenv("TOLLGATE_RUNTIMES"); }
    built_runtimes(const built_runtimes&) = delete;
    built_runtimes& operator=(const built_runtimes&) = delete;

    void add(const std::string& name, const std::string& kind) const {
        const std::filesystem::path folder = place_ / name;
        std::filesystem::create_directory(folder);
        std::ofstream(folder / "runtime") << "#!/bin/sh\n" << command(kind) << "\n";
        ::chmod((folder / "runtime").c_str(), 0755);
    }
    void take_rights(const std::string& name) const {
        ::chmod((place_ / name / "runtime").c_str(), 0644);
    }
    void leave_out(const std::string& name, const std::string& why) const {
        const std::filesystem::path folder = place_ / name;
        std::filesystem::create_directory(folder);
        std::ofstream(folder / "left_out") << why << "\n";
    }

private:
    temporary_folder place_;
};

TEST(runtimes, are_compared_with_the_case_of_their_question) {
    const captured_output output = run(with_runtime("right", {"--passes", "3"}));
    ASSERT_EQ(output.code, 0) << output.err;
    const report::result read = report::read_json(output.out);
    const measure::case_result* result = read.find("nothing/first/impl:wrong");
    ASSERT_NE(result, nullptr);
    EXPECT_EQ(result->record.valued_by, measure::method::self_timed);
    EXPECT_EQ(result->record.compared_with, "nothing/first");
    EXPECT_EQ(result->record.rounds.size(), 6U);
    EXPECT_EQ(result->record.rounds.back().process, 2U) << "the same process in all passes";
    EXPECT_EQ(result->record.unit, "one multiplication");
    ASSERT_FALSE(read.notes.empty());
    EXPECT_THAT(read.notes[0], AllOf(HasSubstr("wrong, 0.1: it is wrong on purpose; an empty batch "
                                               "takes "),
                                     HasSubstr(" µs pass between two")));
}

// Only the run chooses the number of members, which is an axis of the fake program.
TEST(runtimes, do_the_same_work_in_each_process) {
    const captured_output output = run(with_runtime("things", {"6", "--passes", "3"}));
    ASSERT_EQ(output.code, 0) << output.err;
    EXPECT_NE(report::read_json(output.out).find("nothing/first/impl:wrong/things:6"), nullptr);
}

// The checks of the library `runtime` try all mistakes of a runtime.
TEST(runtimes, lose_only_their_own_rows_by_a_mistake) {
    for (const char* passes : {"1", "2"}) {
        const captured_output output = run(with_runtime("rubbish", {"--passes", passes}));
        EXPECT_EQ(output.code, 1);
        const report::result read = report::read_json(output.out);
        EXPECT_THAT(failure_in(read),
                    HasSubstr("nothing/first/impl:wrong: runtime wrong: it says '?[31mrubbish'"));
        EXPECT_EQ(read.cases.size(), 2U);
        EXPECT_EQ(read.cases[0].record.rounds.size(), 6U);
        EXPECT_TRUE(read.self_checks_held()) << "of ours nothing failed";
    }
    EXPECT_THAT(run(briefly({"--runtime", command("rubbish")})).out,
                AllOf(HasSubstr("failed:\n  - nothing/first/impl:wrong: runtime wrong: it says"),
                      Not(HasSubstr("\x1b"))));
}

// On a loaded machine not every run can tell that the clock is wrong.
TEST(runtimes, have_no_figures_if_their_clock_is_wrong) {
    const tokens arguments{
        "--runtime", command("slow_clock"), "--format", "json", "--rounds", "12", "--passes", "1"};
    captured_output output = run(arguments);
    for (int more = 0; more < 9 && output.code == 0; ++more) {
        output = run(arguments);
    }
    EXPECT_EQ(output.code, 1);
    const report::result read = report::read_json(output.out);
    EXPECT_THAT(failure_in(read), HasSubstr("its operations take longer by our clock"));
    EXPECT_EQ(read.find("nothing/first/impl:wrong"), nullptr);
}

TEST(runtimes, that_do_not_greet_are_refused_before_any_measurement) {
    const temporary_folder place;
    const captured_output output =
        run(briefly({"--runtime", command("ends_at_once"), "--json", place / "file"}));
    EXPECT_EQ(output.code, 2);
    EXPECT_EQ(output.out, "");
    EXPECT_THAT(output.err,
                AllOf(HasSubstr("--runtime: 'exec "),
                      HasSubstr("it has ended; its last line on stderr: 'no such thing here'")));
    EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
    EXPECT_THAT(place.names(), IsEmpty());
    EXPECT_EQ(run({"--runtime", " "}).code, 2);
}

TEST(runtimes, that_offer_an_existing_case_are_refused) {
    const auto refusal = [](const tokens& arguments) {
        const captured_output output = run(briefly(arguments));
        EXPECT_EQ(output.code, 2);
        return output.err;
    };
    EXPECT_THAT(refusal({"--runtime", command("right"), "--runtime", command("right")}),
                HasSubstr("it offers nothing/first/impl:wrong, which exists already"));
    EXPECT_THAT(refusal({"--runtime", command("twice")}),
                HasSubstr("it offers nothing/first/impl:wrong twice"));
    EXPECT_THAT(refusal({"--runtime", command("right"), "--conduct", "named"}),
                HasSubstr("its runtime has the name of our own impl:wrong"));
}

TEST(runtimes, that_greet_differently_at_another_start_lose_only_their_own_cases) {
    const temporary_folder place;
    const std::string mark = "'" + (place / "started").string() + "'";
    const std::string runtime = "if [ -e " + mark + " ]; then " +
                                command("right", "nothing/other 2") + "; fi; touch " + mark + "; " +
                                command("right", "nothing/pinned 2");
    const captured_output output = run(briefly(
        {"--runtime", runtime, "--conduct", "placed", "--passes", "2", "--format", "json"}));
    ASSERT_EQ(output.code, 1) << output.err;
    const report::result read = report::read_json(output.out);
    EXPECT_THAT(failure_in(read),
                HasSubstr("its greeting differs from the greeting at its first start"));
    EXPECT_EQ(read.cases.size(), 3U);
}

TEST(runtimes, that_cannot_be_started_again_lose_all_cases_of_the_placement_after_one_attempt) {
    const temporary_folder place;
    const std::string starts = "'" + (place / "starts").string() + "'";
    const std::string runtime = "echo >>" + starts + "; if [ $(wc -l <" + starts +
                                ") = 2 ]; then exit 1; fi; " +
                                command("two_cases", "nothing/pinned 2");
    const captured_output output =
        run(briefly({"--runtime", runtime, "--conduct", "placed", "--format", "json"}));
    ASSERT_EQ(output.code, 1) << output.err;
    EXPECT_THAT(failures_in(report::read_json(output.out)),
                ::testing::ElementsAre(HasSubstr("it has ended"), HasSubstr("it has ended")));
    EXPECT_EQ(place.content_of("starts"), "\n\n");
}

TEST(runtimes, lose_all_their_cases_by_a_single_wrong_answer) {
    for (const char* kind : {"wrong_in_first_look", "wrong_at_last"}) {
        for (const auto& [passes, seed] :
             std::initializer_list<std::pair<const char*, const char*>>{
                 {"1", "1"}, {"2", "1"}, {"2", "2"}}) {
            const captured_output output =
                run(with_runtime(kind, {"--passes", passes, "--seed", seed}));
            EXPECT_EQ(output.code, 1) << kind << seed;
            const report::result read = report::read_json(output.out);
            const auto wrong = HasSubstr("runtime wrong: the sum of what arrived");
            EXPECT_THAT(failures_in(read), ::testing::ElementsAre(wrong, wrong)) << kind << seed;
            EXPECT_EQ(read.cases.size(), 2U);
        }
    }
}

TEST(runtimes, are_started_again_for_another_placement) {
    const captured_output output =
        run(briefly({"--runtime", command("right", "nothing/pinned 2"), "--conduct", "placed",
                     "--passes", "2", "--format", "json"}));
    ASSERT_EQ(output.code, 0) << output.err;
    EXPECT_NE(report::read_json(output.out).find("nothing/pinned/impl:wrong/placement:free"),
              nullptr);
}

// The runtime answers each request after 0.2 s.
TEST(runtimes, that_are_too_slow_for_the_time_are_lost_before_the_passes) {
    const captured_output output = run({"--runtime", command("slow"), "--time", "0.5", "--passes",
                                        "6", "--no-progress", "--format", "json"});
    EXPECT_EQ(output.code, 1) << output.err;
    const report::result found = report::read_json(output.out);
    EXPECT_THAT(failure_in(found), HasSubstr("too slow for the time: 6 rounds take"));
    EXPECT_EQ(found.cases.size(), 2U) << "ours";
}

// The runtime answers after 3 s, but only in the rounds.
TEST(runtimes, have_the_same_timeout_in_the_passes_as_before) {
    const captured_output output = run({"--runtime", command("slow_in_rounds"), "--time", "0.5",
                                        "--passes", "2", "--no-progress", "--format", "json"});
    EXPECT_EQ(output.code, 1) << output.err;
    EXPECT_THAT(failure_in(report::read_json(output.out)),
                HasSubstr("it did not answer within 1 s"));
}

// A runtime sleeps for 2 s before it greets.
TEST(runtimes, that_start_slowly_do_not_use_up_the_budget) {
    const auto begin = std::chrono::steady_clock::now();
    const captured_output output = run(with_runtime("slow_to_start"));
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    ASSERT_EQ(output.code, 0) << output.err;
    EXPECT_LE(report::read_json(output.out).took_s + 2, passed.count());
}

TEST(runtimes, with_questions_of_other_programs_are_named) {
    const auto notes = [](const tokens& arguments) {
        const captured_output output = run(briefly(arguments));
        EXPECT_EQ(output.code, 0) << output.err;
        return report::read_json(output.out).notes;
    };
    EXPECT_THAT(notes({"--runtime", command("right", "other/question"), "--format", "json"}),
                ::testing::Contains("runtimes that answer no question of this program: wrong"));
    EXPECT_THAT(notes({"--runtime", command("members"), "--format", "json"}),
                ::testing::Contains("runtimes' cases that are left out: no case here has the same "
                                    "placement and numbers: work of wrong "
                                    "(nothing/first)"));
}

TEST(runtimes, are_listed_and_chosen_like_all_cases) {
    EXPECT_THAT(run({"--runtime", command("right"), "--list"}).out,
                HasSubstr("nothing/first/impl:wrong\n    one multiplication\n"));
    const captured_output output = run(with_runtime("right", {"--only", "impl:wrong"}));
    ASSERT_EQ(output.code, 0) << output.err;
    EXPECT_EQ(report::read_json(output.out).cases.size(), 1U);
}

TEST(runtimes, that_are_built_are_known_by_name_and_left_out_with_the_reason) {
    const built_runtimes here;
    const auto notes_of_all = [](const tokens& more) {
        tokens arguments{"--runtimes", "all", "--format", "json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const captured_output output = run(briefly(arguments));
        EXPECT_EQ(output.code, 0) << output.err;
        return ::testing::PrintToString(report::read_json(output.out).notes);
    };
    EXPECT_THAT(notes_of_all({}), HasSubstr("no runtimes are built here: make runtimes"));
    here.add("bad", "version");
    here.add("doubled", "twice");
    here.add("good", "right");
    here.add("good_again", "right");
    here.add("odd", "right");
    here.take_rights("odd");
    here.leave_out("other", "there is no \x1b[1mcompiler");
    EXPECT_THAT(notes_of_all({}),
                AllOf(HasSubstr("bad: it speaks version '2'"),
                      HasSubstr("doubled: it offers nothing/first/impl:wrong twice"),
                      HasSubstr("good_again: it offers nothing/first/impl:wrong, which exists"),
                      HasSubstr("odd: it has no program"),
                      HasSubstr("other: it was left out: there is no \\\\x1b[1mcompiler"),
                      Not(HasSubstr("good: "))));
    EXPECT_THAT(notes_of_all({"--conduct", "named", "--passes", "2"}),
                HasSubstr("good: its runtime has the name of our own"));
    EXPECT_EQ(run(briefly({"--runtimes", "good"})).code, 0);
    EXPECT_EQ(run(briefly({"--runtimes", "none"})).code, 0);
    const auto refusal = [](const std::string& name) {
        const captured_output output = run(briefly({"--runtimes", name}));
        EXPECT_EQ(output.code, 2);
        return output.err;
    };
    EXPECT_THAT(refusal("other"),
                HasSubstr("--runtimes: 'other': it was left out: there is no \\x1b["));
    EXPECT_THAT(refusal("odd"),
                HasSubstr("--runtimes: 'odd': it has no program 'runtime' that may be executed"));
    EXPECT_THAT(refusal("all,good"), HasSubstr("'all,good' is not possible: 'all' stands alone"));
    EXPECT_THAT(refusal("none,none"), HasSubstr("'none' stands alone"));
    EXPECT_THAT(refusal("third"), HasSubstr("--runtimes: 'third': not one of the runtimes that are "
                                            "built here: bad, doubled, good, "));
}

} // namespace
} // namespace tollgate::cli
