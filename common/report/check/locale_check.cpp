// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/figure.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/text.hpp>

#include "fake_result.hpp"

#include <gtest/gtest.h>

#include <clocale>
#include <locale>
#include <sstream>
#include <string>
#include <vector>

namespace tollgate::report {
namespace {

/// Writes 1234.5 as 1.234,5.
class comma : public std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

/// Makes both locales of the program write commas during its lifetime: the locale of C++, and the
/// locale of C if this machine has a suitable one.
class among_commas {
public:
    among_commas() : cpp_(std::locale::global(std::locale(std::locale(), new comma))) {
        for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8"}) {
            if (std::setlocale(LC_ALL, name) != nullptr) {
                break;
            }
        }
    }
    ~among_commas() {
        std::setlocale(LC_ALL, c_.c_str());
        std::locale::global(cpp_);
    }
    among_commas(const among_commas&) = delete;
    among_commas& operator=(const among_commas&) = delete;

private:
    std::string c_ = std::setlocale(LC_ALL, nullptr);
    std::locale cpp_;
};

std::vector<std::string> all_texts() {
    const result run = fake_result();
    return {to_json(run),     to_ci_json(run), to_csv(run),         full_text(run),
            ns_text(1234.56), ns_text(1.25),   percent_text(0.1234)};
}

TEST(locale, changes_nothing_that_is_written_or_read) {
    const std::vector<std::string> before = all_texts();
    const among_commas here;
    std::ostringstream shown;
    shown << 1234.5;
    ASSERT_EQ(shown.str(), "1.234,5");
    EXPECT_EQ(all_texts(), before);
    const result read = read_json(before.front());
    EXPECT_EQ(read.took_s, 1.75);
    EXPECT_EQ(to_json(read), before.front());
}

} // namespace
} // namespace tollgate::report
