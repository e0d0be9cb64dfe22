// SPDX-License-Identifier: BSL-1.0
#include "compare/operand.hpp"
#include "temporary_folder.hpp"

#include <tollgate/cli/errors.hpp>

#include <filesystem>

#include <gmock/gmock.h>

namespace tollgate::cost_sheet {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class operand_check : public ::testing::Test {
protected:
    [[nodiscard]] std::string in(const std::string& name) const { return here.path() + "/" + name; }
    [[nodiscard]] static std::string refusal_of(const std::string& operand) {
        try {
            (void)files_of(operand);
        } catch (const cli::usage_error& error) {
            return error.what();
        }
        return "nothing was thrown";
    }

    temporary_folder here;
};

TEST_F(operand_check, a_file_is_itself) {
    const std::string one = here.write("one", "");
    EXPECT_THAT(files_of(one), ElementsAre(one));
}

TEST_F(operand_check, what_is_not_there_is_left_to_who_reads_it) {
    EXPECT_THAT(files_of(in("missing")), ElementsAre(in("missing")));
}

TEST_F(operand_check, a_folder_is_its_results_by_name) {
    const std::string two = here.write("2.json", "");
    const std::string one = here.write("1.json", "");
    (void)here.write("notes.txt", "");
    (void)here.write(".1.json.part.json", "");
    std::filesystem::create_directory(in("inner.json"));
    EXPECT_THAT(files_of(here.path()), ElementsAre(one, two));
}

TEST_F(operand_check, a_folder_without_results_is_refused) {
    EXPECT_THAT(refusal_of(here.path()), HasSubstr(here.path() + ": there is no *.json"));
}

TEST_F(operand_check, commas_join_files_and_folders) {
    const std::string one = here.write("1.json", "");
    std::filesystem::create_directory(in("more"));
    const std::string two = here.write("more/2.json", "");
    EXPECT_THAT(files_of(one + "," + in("more")), ElementsAre(one, two));
}

TEST_F(operand_check, a_comma_in_the_name_of_a_file_that_is_there_joins_nothing) {
    const std::string odd = here.write("1,2.json", "");
    EXPECT_THAT(files_of(odd), ElementsAre(odd));
}

TEST_F(operand_check, an_empty_name_is_refused) {
    const std::string one = here.write("1.json", "");
    for (const std::string& operand : {std::string(), one + ",", "," + one, one + ",," + one}) {
        EXPECT_THAT(refusal_of(operand), HasSubstr("empty")) << operand;
    }
}

TEST_F(operand_check, a_file_counts_once) {
    const std::string one = here.write("1.json", "");
    EXPECT_THAT(refusal_of(one + "," + one), HasSubstr("named twice"));
    EXPECT_THAT(refusal_of(one + "," + here.path()), HasSubstr("named twice"));
    std::filesystem::create_symlink(one, in("same"));
    EXPECT_THAT(refusal_of(one + "," + in("same")), HasSubstr("named twice"));
    EXPECT_THAT(refusal_of(in("missing") + "," + in("missing")), HasSubstr("named twice"));
}

} // namespace
} // namespace tollgate::cost_sheet
