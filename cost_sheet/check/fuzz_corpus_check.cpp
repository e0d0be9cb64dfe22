// SPDX-License-Identifier: BSL-1.0
// The stored inputs of the fuzzer. This check also compiles the fuzz target in each build of the
// checks.
#include "results.hpp"

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>

#include <gmock/gmock.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace tollgate::cost_sheet {
namespace {

const std::string corpus = FUZZ_CORPUS;

TEST(fuzz_corpus, every_stored_input_passes) {
    for (const std::string& file : files_of(corpus)) {
        SCOPED_TRACE(file);
        std::ostringstream content;
        content << std::ifstream(file, std::ios::binary).rdbuf();
        const std::string text = content.str();
        EXPECT_NO_THROW(LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()),
                                               text.size()));
    }
}

TEST(fuzz_corpus, has_a_readable_file_of_each_kind) { // else the fuzzer would never come far
    std::string kinds;
    const auto add = [&](const std::string&, const report::reading& read) {
        kinds += read.foreign ? "foreign " : read.content.digest ? "digest " : "result ";
    };
    EXPECT_THAT(
        read_each({corpus + "/result.json", corpus + "/digest.json", corpus + "/google.json"}, add),
        ::testing::IsEmpty());
    EXPECT_EQ(kinds, "result digest foreign ");
}

} // namespace
} // namespace tollgate::cost_sheet
