// SPDX-License-Identifier: BSL-1.0
// The stored inputs of the fuzzer. This check also compiles the fuzz target in each build of the
// checks.
#include <tollgate/report/json.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace tollgate::cost_sheet {
namespace {

const std::filesystem::path corpus = FUZZ_CORPUS;

std::string content_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

TEST(fuzz_corpus, every_stored_input_passes) {
    std::size_t inputs = 0;
    for (const auto& file : std::filesystem::directory_iterator(corpus)) {
        const std::string text = content_of(file);
        SCOPED_TRACE(file.path().string());
        // Aborts if the input is mishandled.
        EXPECT_EQ(
            LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()),
            0);
        ++inputs;
    }
    EXPECT_GE(inputs, 3U);
}

TEST(fuzz_corpus, has_a_readable_file_of_each_kind) { // else the fuzzer would never come far
    EXPECT_FALSE(
        report::read_any_json(content_of(corpus / "result.json")).content.digest.has_value());
    EXPECT_TRUE(
        report::read_any_json(content_of(corpus / "digest.json")).content.digest.has_value());
    EXPECT_TRUE(report::read_any_json(content_of(corpus / "google.json")).foreign);
}

} // namespace
} // namespace tollgate::cost_sheet
