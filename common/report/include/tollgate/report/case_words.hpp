// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_key.hpp>

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tollgate::report {

/// A pattern that selects cases by their path and by values of parameters.
struct case_pattern {
    std::string path; ///< "fiber/yield"
    /// Names and values of parameters, as text. An empty value means that the case must not have
    /// the parameter.
    std::vector<std::pair<std::string, std::string>> texts{};

    /// Whether the key has the path and the values.
    [[nodiscard]] bool matches(const measure::case_key& key) const;
    /// Whether the pattern has a text for this parameter.
    [[nodiscard]] bool names(std::string_view parameter) const;
};

/// Words for a reader, in place of the name of a case.
struct case_words {
    case_pattern pattern; ///< selects the cases
    std::string words;    ///< "fiber, Tollgate scheduler"
};

/// The words of the first pattern that matches the key. Empty if none matches. If the key has the
/// parameter `impl`, only patterns that name `impl` count: another runtime does not get the words
/// of a case of ours. Pure.
[[nodiscard]] std::string words_of(const measure::case_key& key,
                                   const std::vector<case_words>& words);

/// Names for the rows of a table: words where there are words, else short names.
///
///     const std::vector<measure::case_key> keys{"fiber/yield", "fiber/resume"};
///     const report::row_names name(keys, {{{"fiber/yield"}, "fiber, Boost scheduler"}});
///     const std::string text = name(keys.front()); // "fiber, Boost scheduler"
///
/// If several rows have the same words, the parameters in which they differ are added:
/// "fiber, Boost scheduler, fibers:8". Cases with different whole names have different names here.
///
/// - *Threads*: any number of threads may call const functions at the same time.
class row_names {
public:
    /// Names these cases.
    row_names(const std::vector<measure::case_key>& keys, const std::vector<case_words>& words);

    /// The name of a case. If the case is not one of the constructor's cases: its whole name.
    [[nodiscard]] std::string operator()(const measure::case_key& key) const;

    /// Lines about the parts that the names leave out, each with an empty line, to print above the
    /// table: the common parts that short names leave out, and the parameters with numbers that the
    /// words leave out, such as "fibers:1000". Empty if there are no such parts.
    [[nodiscard]] const std::string& left_out_lines() const { return left_out_lines_; }

private:
    std::map<std::string, std::string> names_; ///< by the whole name
    std::string left_out_lines_;
};

} // namespace tollgate::report
