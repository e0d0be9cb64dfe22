// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>

#include <boost/program_options/options_description.hpp>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::cli {

// Each of these functions turns the text of an option into its value. They throw usage_error, which
// names the option, the text and the allowed values. They have no side effects.

[[nodiscard]] std::vector<cpu::placement> placements_in(const std::string& text);
[[nodiscard]] clock::source clock_in(const std::string& text);
[[nodiscard]] output_format format_in(const std::string& text);
[[nodiscard]] std::vector<int> cpus_in(const std::string& text);
/// "IN,OUT", from the program that started this one.
[[nodiscard]] std::pair<int, int> two_descriptors_in(const std::string& text);
[[nodiscard]] std::vector<std::string> interventions_in(const std::string& text);
/// "none" gives an empty list.
[[nodiscard]] std::vector<std::string> runtimes_in(const std::string& text);

/// The axes that a sweep may go over, with the members first.
[[nodiscard]] std::vector<number_axis> swept_axes(const program& description);

template <class Value>
using parser = std::function<Value(const std::string& text)>;

/// Parsers for --NAME, and for "NAME:LIST" of --sweep. They refer to their arguments.
[[nodiscard]] parser<std::vector<std::uint64_t>>
numbers_of(std::string option, const number_axis& axis, list_steps steps);
[[nodiscard]] parser<std::vector<std::string>> words_of(const word_axis& axis);
[[nodiscard]] parser<sweep> sweeps_of(const program& description);

/// Throws usage_error if two results go into the same file: the first would be lost. Looks up the
/// names of the files.
void require_different_files(const options& chosen);

/// The options of the help text. Their values go into `chosen`. Both arguments must outlive the
/// result.
[[nodiscard]] boost::program_options::options_description shown_options(const program& description,
                                                                        options& chosen);

/// The same with the positional arguments and the options that one program gives another.
[[nodiscard]] boost::program_options::options_description all_options(const program& description,
                                                                      options& chosen);

} // namespace tollgate::cli
