// SPDX-License-Identifier: BSL-1.0
// A file, its digest, and the messages between a run and its passes are read as they were written.
// The names of the fields are checked in written_files_check.cpp.
#include <tollgate/report/json.hpp>
#include <tollgate/report/pass_text.hpp>
#include <tollgate/report/text.hpp>

#include "complete_records.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <limits>
#include <string>

namespace tollgate::report {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

void expect_same_said(const result& read, const result& run) {
    EXPECT_EQ(full_text(read), full_text(run));
    EXPECT_EQ(brief_text(read, ""), brief_text(run, ""));
    EXPECT_EQ(environment_text(read.environment, true), environment_text(run.environment, true));
    EXPECT_EQ(to_csv(read), to_csv(run));
    EXPECT_EQ(to_bmf(read), to_bmf(run));
    EXPECT_EQ(read.self_checks_held(), run.self_checks_held());
    EXPECT_EQ(read.partial(), run.partial());
    EXPECT_EQ(read.about.program, run.about.program);
    ASSERT_EQ(read.explanation.has_value(), run.explanation.has_value());
    if (run.explanation) {
        EXPECT_EQ(explanation_text(*read.explanation), explanation_text(*run.explanation));
        EXPECT_EQ(settings_text(*read.explanation), settings_text(*run.explanation));
    }
}

/// Returns the result that was read.
result expect_same_again(const result& run) {
    const std::string text = to_json(run);
    const std::string digest = to_digest(run);
    result read = read_json(text);
    EXPECT_EQ(to_json(read), text);
    EXPECT_EQ(to_digest(read), digest);
    expect_same_said(read, run);

    const result digested = read_json(digest);
    EXPECT_TRUE(digested.digest);
    EXPECT_EQ(to_digest(digested), digest);
    EXPECT_EQ(to_json(digested), digest) << "it is not written as what it is not";
    expect_same_said(digested, run);
    return read;
}

TEST(result_file, of_a_run_with_everything) {
    const result run = complete_result();
    const result read = expect_same_again(run);
    EXPECT_EQ(read.cases.at(1).record.gaps, run.cases[1].record.gaps);
    EXPECT_TRUE(read.lost_any());
    EXPECT_FALSE(fake_result().lost_any());
}

TEST(result_file, of_little) {
    expect_same_again(result{});
    result run = fake_result();
    run.about.cpu_scaling_enabled.reset();
    run.about.aslr_enabled.reset();
    run.about.release_build = true;
    run.clock_pair.reset();
    run.speed.latencies.clear();
    run.stopped = measure::stop_reason::interrupted;
    run.cases.emplace_back(fake_record("fiber/none", 1, 0));
    run.cases.emplace_back(fake_record("fiber/few", 7, 3));
    conclude_anew(run);
    const result read = expect_same_again(run);
    EXPECT_FALSE(read.about.cpu_scaling_enabled);
    EXPECT_FALSE(read.about.aslr_enabled);
    EXPECT_FALSE(read.clock_pair);
    EXPECT_FALSE(read.explanation);
}

TEST(result_file, of_an_explanation_of_a_cost_alone) {
    result run = fake_result();
    run.explanation.emplace().of = "fiber/yield";
    run.explanation->cost_ns = {1.0 / 3, {}};
    const result read = expect_same_again(run);
    EXPECT_FALSE(read.explanation.value().together || read.explanation->left_ns);
}

TEST(result_file, of_extreme_numbers) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    result run = fake_result();
    run.cases[0].record.rounds[0].operations = most;
    run.clock_pair->switches_total_ns = std::numeric_limits<std::int64_t>::max();
    for (const std::int64_t value :
         {std::int64_t{0}, stats::histogram::largest, std::numeric_limits<std::int64_t>::max()}) {
        run.cases[0].record.samples.add(value);
    }
    constexpr auto least = std::numeric_limits<double>::denorm_min();
    std::size_t round = 0;
    for (const double odd : {0.1, 1.0 / 3, 1e-300, least, 123456789.123456789, -0.0, -5.5}) {
        run.controls[0].record.rounds[round++].value_ns = odd;
    }
    conclude_anew(run);
    const result read = expect_same_again(run);
    EXPECT_EQ(read.cases[0].record.rounds[0].operations, most);
    EXPECT_EQ(read.controls[0].record.rounds[1].value_ns, 1.0 / 3);
    EXPECT_EQ(read.controls[0].record.rounds[3].value_ns, least);
}

TEST(result_file, of_any_letters) {
    std::string odd = "a\"b\\c/\b\f\n\r\t\x01\x1f\x7f</script>|µ±";
    odd += '\0';
    result run = fake_result();
    run.cases[0].record.key = odd;
    run.about.host_name = odd;
    run.notes = {odd};
    const std::string text = to_json(run);
    for (const char byte : text) {
        EXPECT_TRUE((byte >= 0x20 && byte < 0x7f) || byte == '\n');
    }
    const result read = read_json(text);
    EXPECT_EQ(read.cases[0].record.key.name(), odd);
    EXPECT_EQ(read.about.host_name, odd);
    EXPECT_EQ(read.notes, run.notes);
}

TEST(result_file, replaces_bytes_that_are_not_utf_8) {
    result run = fake_result();
    run.about.host_name = "b\xff\xfe";
    run.cases[0].record.key = "n\xc3";
    const result read = read_json(to_json(run));
    EXPECT_EQ(read.about.host_name, "b\xef\xbf\xbd\xef\xbf\xbd");
    EXPECT_EQ(read.cases[0].record.key.name(), "n\xef\xbf\xbd");
    EXPECT_NE(to_bmf(run).find("n\\ufffd"), std::string::npos);
    measure::pass measured = complete_pass();
    measured.cases[0].failures = {"\xff"};
    EXPECT_THAT(read_pass(pass_text(measured)).cases.at(0).failures, ElementsAre("\xef\xbf\xbd"));
}

TEST(result_file, digest_holds_the_longest_gaps_and_the_sum_of_the_others) {
    result run = fake_result();
    measure::gap_log& gaps = run.cases[0].record.gaps;
    for (std::int64_t i = 0; i < 1'500; ++i) {
        gaps.add({10'000 * i, 2'000 + i, 0});
    }
    const std::string text = to_digest(run);
    const result read = read_json(text);
    const measure::gap_log& kept = read.cases[0].record.gaps;
    ASSERT_EQ(kept.listed.size(), 1'000U);
    EXPECT_EQ(kept.listed.front().length_ns, 2'500);
    EXPECT_EQ(kept.total_ns(), gaps.total_ns());
    EXPECT_EQ(kept.count(), gaps.count());
    EXPECT_EQ(to_digest(read), text);
}

TEST(result_file, digest_has_the_reference_times_if_they_are_known) {
    result run = complete_result();
    run.cases.at(0).record.latency_of.clear();
    for (measure::case_round& round : run.cases.at(0).record.rounds) {
        round.reference_before_ns = 47;
        round.reference_after_ns = 49;
    }
    ASSERT_EQ(run.reference_loops_ns().at(0), 48);
    std::string text = to_digest(run);
    EXPECT_EQ(read_json(text).reference_loops_ns(), run.reference_loops_ns());
    const std::size_t begin = text.find("\"reference_loops_ns\"");
    ASSERT_NE(begin, std::string::npos);
    text.erase(begin, text.find('\n', begin) + 1 - begin);
    EXPECT_THAT(read_json(text).reference_loops_ns(), SizeIs(0));
    EXPECT_THROW(static_cast<void>(read_json(text + '\0' + "{")), unreadable_result);
}

TEST(result_file, digest_has_only_finite_figures) {
    result run = fake_result();
    for (measure::case_round& round : run.cases[0].record.rounds) {
        round.fit = {1.7e308, 1.7e308};
    }
    conclude_anew(run);
    EXPECT_THROW(static_cast<void>(to_digest(run)), unreadable_result);
}

// A run may have more rounds than a file that costSheet reads.
TEST(result_file, is_a_digest_if_read_json_would_refuse_it_with_its_rounds) {
    const auto note_with = [](std::size_t rounds, std::size_t cases,
                              const std::vector<std::string>& disturbances) {
        result run = fake_result();
        run.cases.resize(1);
        measure::case_record& record = run.cases[0].record;
        measure::case_round round = record.rounds.at(0);
        round.disturbances = disturbances;
        record.rounds.assign(rounds, round);
        for (std::uint64_t number = 1; number < cases; ++number) {
            run.cases.emplace_back().record.key = {"fake/other", {{"number", number}}};
        }
        const result read = read_json(to_json(run));
        EXPECT_EQ(read.cases.size(), cases);
        EXPECT_EQ(read.digest.has_value(), read.notes.size() > run.notes.size());
        return read.digest ? read.notes.back() : "";
    };
    const std::string begin = "this file is a digest, because with its rounds it ";
    EXPECT_EQ(note_with(1'000, 100, {}), "");
    EXPECT_EQ(note_with(20'001, 100, {}), begin + "holds more rounds than this program copes with");
    EXPECT_EQ(note_with(1'200, 1, {std::string(60'000, 'x')}), begin + "is larger than 64 MiB");
}

TEST(order_and_pass, order_comes_back_exactly) {
    const measure::pass_order given = complete_order();
    const std::vector<std::vector<std::string>> variants{{}, {"a", "b"}};
    const std::string text = order_text({given, fake_clock(), variants, "a line\nmore"});
    const ordered_pass read = read_order(text);
    EXPECT_EQ(order_text(read), text);
    EXPECT_EQ(read.handed_on, "a line\nmore");
    EXPECT_EQ(read.variants, variants);
    EXPECT_EQ(read.order.index, given.index);
    EXPECT_EQ(read.order.first_round, given.first_round);
    EXPECT_EQ(read.order.seed, given.seed);
    EXPECT_EQ(read.order.rounds, given.rounds);
    EXPECT_EQ(read.order.controls, given.controls);
    ASSERT_THAT(read.order.cases, SizeIs(2));
    for (std::size_t i = 0; i < 2; ++i) {
        const measure::case_plan& one = read.order.cases[i];
        EXPECT_EQ(one.value.warmup, given.cases[i].value.warmup);
        EXPECT_EQ(one.value.segments, given.cases[i].value.segments);
        EXPECT_EQ(one.samples.warmup, given.cases[i].samples.warmup);
        EXPECT_EQ(one.samples.segments, given.cases[i].samples.segments);
        EXPECT_EQ(one.joined, given.cases[i].joined);
        EXPECT_EQ(one.round_ns, given.cases[i].round_ns);
        EXPECT_EQ(one.cpus, given.cases[i].cpus);
    }
    EXPECT_EQ(order_text(read_order(order_text({}))), order_text({}));
}

/// The members of a record in files are checked in written_files_check.cpp.
TEST(order_and_pass, pass_comes_back_exactly) {
    const measure::pass given = complete_pass();
    const std::string text = pass_text(given);
    const measure::pass read = read_pass(text);
    EXPECT_EQ(pass_text(read), text);
    EXPECT_EQ(read.rounds, given.rounds);
    EXPECT_EQ(read.fast_ns, given.fast_ns);
    EXPECT_EQ(read.interrupts_share, given.interrupts_share);
    EXPECT_EQ(read.ended_early, given.ended_early);
    ASSERT_THAT(read.cases, SizeIs(2));
    EXPECT_EQ(read.cases[0].rounds[1].counted, given.cases[0].rounds[1].counted);
    EXPECT_EQ(read.cases[1].reading_ns, given.cases[1].reading_ns);
    EXPECT_EQ(read.cases[1].lost, given.cases[1].lost);
    ASSERT_THAT(read.controls, SizeIs(1));
    EXPECT_EQ(read.controls[0].rounds[0].value_ns, given.controls[0].rounds[0].value_ns);
    EXPECT_EQ(pass_text(read_pass(pass_text({}))), pass_text({}));
}

} // namespace
} // namespace tollgate::report
