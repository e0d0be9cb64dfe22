// SPDX-License-Identifier: BSL-1.0
// Pages of files with hostile and with long texts, and of many files.
#include "fake_explained.hpp"
#include "fake_page.hpp"
#include "page/sections.hpp"

#include <fmt/format.h>

#include <gmock/gmock.h>

#include <regex>
#include <set>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// A text with everything that could break a page or a terminal.
const std::string& hostile() {
    static const std::string text = "a</script><script>alert(1)</script><!--<img src=x onerror=\""
                                    "alert(2)\">'\"&amp;\x1b[31m\a\x7f\xc2\x9b\xe2\x80\xae"
                                    "\xe2\x80\xa8\xe2\x81\xa6\xff\xfe\r\n\tz";
    return text;
}

/// Gives the file an explanation with this text in every place.
void explain_all_of(result_file& file, const std::string& text) {
    explain::explanation all = fake_explanation();
    all.of = report::guess_key(all.of.name() + text);
    for (explain::change& change : all.changes) {
        auto& advice = change.in_production;
        for (std::string* each :
             {&change.name, &change.effect, &change.verdict, &advice.setting, &advice.price,
              &advice.command, &advice.undo, &change.hold.text}) {
            *each = text;
        }
    }
    all.together->names.assign(3, text);
    all.not_here = {{text, text}};
    file.explains = true;
    file.explanation = all;
    file.environment.push_back({"idle states", environment::condition::bad, "", "", "", ""});
    file.environment.back().measured_ns = 3;
    file.environment.back().measured_of = text;
}

results hostile_results() {
    results all = results_with_everything();
    result_file& file = all.files[0];
    report::context& about = file.about;
    for (std::string* text :
         {&file.path, &file.label, &about.program, &about.version, &about.date, &about.host_name,
          &about.executable, &about.cpu_model, &about.topology, &about.kernel, &about.compiler}) {
        *text = hostile();
    }
    about.arguments = {hostile()};
    file.environment = {
        {hostile(), environment::condition::bad, hostile(), hostile(), hostile(), hostile()},
        {hostile(), environment::condition::ok, hostile(), "", "", ""}};
    file.unavailable = {{hostile(), hostile()}};
    file.notes = {hostile()};
    explain_all_of(file, hostile());
    all.files.push_back(file);
    all.files.back().failures = {hostile()};
    all.files.back().stopped = measure::stop_reason::interrupted;
    for (case_row& row : all.cases) {
        row = detailed_case(row.key().name() + hostile(), row.ns(), 0, hostile());
        row.record.unit = hostile();
    }
    all.cases.push_back(detailed_case("fiber/yield/fibers:2" + hostile(), 7, 1));
    all.unreadable = {hostile()};
    all.warnings = {hostile()};
    return all;
}

/// Results whose screen has hostile texts.
results results_with_hostile_screen() {
    results all = results_with_screen();
    all.files[0].unavailable[0].reason = hostile();
    all.files[0].environment = {
        {hostile(), environment::condition::bad, hostile(), hostile(), hostile(), hostile()}};
    report::context& about = all.files[0].about;
    about.host_name = about.cpu_model = about.kernel = about.date = hostile();
    all.files[1].about = about;
    all.files[1].about.program = "testCancel";
    return all;
}

TEST(page, nothing_from_a_file_is_markup_or_script) {
    const std::string html = page(hostile_results());
    const std::string with_screen = page(results_with_hostile_screen());
    EXPECT_GT(count(with_screen, "id=quality"), 0U);
    for (const std::string& shown : {html, with_screen}) {
        EXPECT_EQ(count(shown, "<script"), 2U);
        EXPECT_EQ(count(shown, "</script"), 2U);
        const std::string text = markup_of_page(shown);
        for (const char* part : {"<img", "<!--", "alert(2)\""}) {
            EXPECT_EQ(count(text, part), 0U) << part;
        }
        EXPECT_GT(count(text, "a&lt;/script&gt;&lt;script&gt;alert(1)"), 2U);
        EXPECT_FALSE(std::regex_search(text, std::regex("<[^>]* on[a-z]+ *=")));
    }
    EXPECT_GT(count(between(html, "<section id=explained>", "</section>"), "a&lt;/script"), 10U);
    EXPECT_GT(count(html, "onerror=&quot;"), 0U);
    EXPECT_GT(count(html, "&amp;amp;"), 0U);
}

TEST(page, no_byte_from_a_file_controls_a_terminal_or_the_text_direction) {
    const std::string html = page(hostile_results()) + page(results_with_hostile_screen());
    for (const char byte : html) {
        EXPECT_TRUE(byte == '\n' || static_cast<unsigned char>(byte) >= 0x20) << int(byte);
        EXPECT_NE(byte, '\x7f');
        EXPECT_NE(byte, '\xff');
    }
    for (const char* direction : {"\xe2\x80\xae", "\xe2\x80\xa8", "\xe2\x81\xa6", "\xc2\x9b"}) {
        EXPECT_EQ(count(html, direction), 0U);
    }
}

TEST(page, data_has_no_character_that_html_gives_a_meaning) {
    const std::string html = page(hostile_results());
    EXPECT_THAT(data_of_page(html)["rows"].back()["key"].get<std::string>(),
                AllOf(HasSubstr("</script>"), HasSubstr("onerror=\"")));
    const std::size_t from = html.find("id=data>") + 8;
    const std::string raw = html.substr(from, html.find("</script>", from) - from);
    EXPECT_EQ(raw.find_first_of("<>&"), std::string::npos);
}

/// Many files with the same cases, all with details.
results many_files(std::size_t files, std::size_t cases) {
    results all;
    const case_row like = detailed_case("x", 20);
    for (std::size_t file = 0; file < files; ++file) {
        const std::string path = "results/host_" + std::to_string(file) + "/testFiber.json";
        all.files.push_back(fake_file(path, path));
        all.files.back().about.host_name = "host_" + std::to_string(file);
        all.files.back().environment.assign(20, {"governor of " + path, environment::condition::bad,
                                                 "powersave", "the frequency changes with the load",
                                                 "cpupower frequency-set -g performance",
                                                 "cpupower frequency-set -g powersave"});
        for (std::size_t i = 0; i < cases; ++i) {
            all.cases.push_back(like);
            all.cases.back().record.key = report::guess_key(
                fmt::format("fiber/yield/impl:number_{}/fibers:4/placement:same", i));
            all.cases.back().cost.ns.value =
                10 + static_cast<double>(i) + 0.01 * static_cast<double>(file);
            all.cases.back().file = file;
        }
        all.warnings.push_back(path + ": shares its cases with another one");
    }
    return all;
}

TEST(page_limit, a_page_of_hundreds_of_files_is_useful_and_within_it) {
    const results all = many_files(300, 27);
    const std::string html = page(all);
    EXPECT_LE(html.size(), page_limit);
    EXPECT_GT(html.size(), page_limit * 9 / 10) << "it is nearly full";
    const nlohmann::json rows = data_of_page(html)["rows"];
    EXPECT_EQ(count(html, "<tr class=row>"), rows.size());
    std::set<std::string> keys;
    for (const auto& row : rows) {
        keys.insert(row["key"].get<std::string>());
    }
    EXPECT_EQ(keys.size(), 27U) << "each case of some file";
    EXPECT_GT(rows.size(), 250U);
    for (const std::string& left_out :
         {fmt::format("Of 8100 cases {} are shown", rows.size()),
          std::string("more properties are left out"), std::string("more files are left out"),
          std::string("more notes are left out")}) {
        EXPECT_GT(count(html, left_out), 0U) << left_out;
    }
}

TEST(page_limit, the_most_expensive_cases_lose_their_details_first) {
    const std::string html = page(many_files(20, 27));
    EXPECT_LE(html.size(), page_limit);
    double most_expensive_with = 0;
    double cheapest_without = 1e9;
    std::size_t without = 0;
    const nlohmann::json data = data_of_page(html);
    for (const auto& row : data["rows"]) {
        const double value = row["n"][0];
        EXPECT_NE(row.contains("curve"), row.contains("cut"));
        if (row.contains("curve")) {
            most_expensive_with = std::max(most_expensive_with, value);
        } else {
            cheapest_without = std::min(cheapest_without, value);
            ++without;
        }
    }
    EXPECT_GT(without, 0U);
    EXPECT_LE(most_expensive_with, cheapest_without);
    EXPECT_GT(count(html, fmt::format("rounds of the {} most expensive cases", without)), 0U);
}

TEST(page_limit, very_long_texts_do_not_exceed_it) {
    results all = many_files(20, 50);
    const std::string long_text = std::string(300, '"') + std::string(300, '\x01');
    const case_row like = detailed_case("x", 20, 0, long_text);
    for (case_row& row : all.cases) {
        row.details = like.details;
        row.record.key = "fiber/yield" + long_text;
        row.record.unit = long_text;
    }
    for (result_file& file : all.files) {
        file.label += long_text;
        file.about.host_name += long_text;
        file.about.cpu_model += long_text;
        file.about.arguments.assign(100, long_text);
        file.failures.assign(100, long_text);
        file.notes.assign(1000, long_text);
        file.environment.assign(50, {long_text, environment::condition::unknown, long_text,
                                     long_text, long_text, long_text});
    }
    all.files[0].failures.clear();
    all.files[1].failures.clear();
    all.unreadable.assign(1000, long_text);
    result_file explains = explained_file("explain.json");
    explain::explanation& of = *explains.explanation;
    for (int i = 0; i < 100; ++i) { // more than a file shows
        of.changes.push_back(of.changes[0]);
        of.changes.back().in_production.command = long_text;
        of.not_here.push_back({long_text, long_text});
    }
    all.files.insert(all.files.end(), 20, explains);
    const std::string html = page(all);
    EXPECT_LE(html.size(), page_limit);
    EXPECT_GT(count(html, "more explanations are left out"), 0U);
    EXPECT_NO_THROW((void)data_of_page(html));
}

} // namespace
} // namespace tollgate::cost_sheet
