// SPDX-License-Identifier: BSL-1.0
#include "page.hpp"

#include "made_up_explained.hpp"
#include "made_up_page.hpp"
#include "page/embedded.hpp"

#include <gmock/gmock.h>

#include <regex>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// What a stranger may write in the place of any text.
const std::string& hostile() {
    static const std::string text = "a</script><script>alert(1)</script><!--<img src=x onerror=\""
                                    "alert(2)\">'\"&amp;\x1b[31m\a\x7f\xc2\x9b\xe2\x80\xae"
                                    "\xe2\x80\xa8\xe2\x81\xa6\xff\xfe\r\n\tz";
    return text;
}

/// An explanation in which each text is this one.
void explain_all_of(sheet_file& file, const std::string& text) {
    explain::explanation of = made_up_explanation();
    of.of = report::guess_key(of.of.name() + text);
    of.unit = text;
    for (explain::share& one : of.shares) {
        one.of.assign(one.of.size(), text);
    }
    for (explain::tried_alone& one : of.alone) {
        for (std::string* each :
             {&one.name, &one.effect, &one.verdict, &one.follows.setting, &one.follows.price,
              &one.follows.command, &one.follows.undo, &one.proof.says}) {
            *each = text;
        }
    }
    of.not_here = {{text, text}};
    file.explains = true;
    file.explained = of;
    file.environment.push_back({"idle states", environment::condition::bad, "", "", "", ""});
    file.environment.back().measured_ns = 3;
    file.environment.back().measured_of = text;
}

sheet hostile_sheet() {
    sheet all = sheet_with_everything();
    sheet_file& file = all.files[0];
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
    file.failures = {hostile()};
    explain_all_of(file, hostile());
    all.files.push_back(file);
    all.files.back().proven = false;
    all.files.back().partial = true;
    for (sheet_case& one : all.cases) {
        one.key = report::guess_key(one.key.name() + hostile());
        one.unit = hostile();
        one.remarks = {hostile()};
        one.history[3].disturbed = 1;
        one.disturbances = {hostile()};
    }
    all.cases.push_back(detailed_case("fiber/yield/fibers:2" + hostile(), 7, 1));
    all.unreadable = {hostile()};
    all.warnings = {hostile()};
    return all;
}

TEST(page, nothing_from_a_file_is_markup_or_script) {
    const std::string made = page(hostile_sheet());
    const std::size_t scripts = page_charts().text.empty() ? 2 : 3;
    EXPECT_EQ(count(made, "<script"), scripts);
    EXPECT_EQ(count(made, "</script"), scripts);
    const std::string seen = markup_of_page(made);
    for (const char* part : {"<img", "<!--", "alert(2)\""}) {
        EXPECT_EQ(count(seen, part), 0U) << part;
    }
    EXPECT_GT(count(between(seen, "<section id=explained>", "</section>"), "a&lt;/script"), 20U);
    EXPECT_GT(count(seen, "a&lt;/script&gt;&lt;script&gt;alert(1)"), 0U);
    EXPECT_GT(count(seen, "onerror=&quot;"), 0U);
    EXPECT_GT(count(seen, "&amp;amp;"), 0U);
    EXPECT_FALSE(std::regex_search(seen, std::regex("<[^>]* on[a-z]+ *=")));
}

TEST(page, no_byte_from_a_file_steers_a_terminal_or_turns_text) {
    const std::string made = page(hostile_sheet());
    for (const char one : made) {
        EXPECT_TRUE(one == '\n' || static_cast<unsigned char>(one) >= 0x20) << int(one);
        EXPECT_NE(one, '\x7f');
        EXPECT_NE(one, '\xff');
    }
    for (const char* turn : {"\xe2\x80\xae", "\xe2\x80\xa8", "\xe2\x81\xa6", "\xc2\x9b"}) {
        EXPECT_EQ(count(made, turn), 0U);
    }
}

TEST(page, data_has_no_character_that_html_gives_a_meaning) {
    const std::string made = page(hostile_sheet());
    const nlohmann::json data = data_of_page(made);
    EXPECT_THAT(data["cases"]["0"]["name"].get<std::string>(),
                AllOf(StartsWith("fiber/yield/fibers:2a</script>"), HasSubstr("onerror=\"")));
    const std::size_t from = made.find("id=data>") + 8;
    const std::string raw = made.substr(from, made.find("</script>", from) - from);
    EXPECT_EQ(raw.find_first_of("<>&"), std::string::npos);
}

} // namespace
} // namespace tollgate::cost_sheet
