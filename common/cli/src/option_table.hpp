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

/// Each turns the text of an option into its value, and throws usage_error that names the option,
/// the text and what is allowed. All pure, but that a file is looked for under all its names.

[[nodiscard]] std::vector<cpu::placement> placements_in(const std::string& text);
[[nodiscard]] clock::source clock_in(const std::string& text);
[[nodiscard]] output_format format_in(const std::string& text);
[[nodiscard]] std::vector<int> cpus_in(const std::string& text);
/// "IN,OUT", with which another program started this one.
[[nodiscard]] std::pair<int, int> two_descriptors_in(const std::string& text);
[[nodiscard]] std::vector<std::string> interventions_in(const std::string& text);
/// "none" is an empty list.
[[nodiscard]] std::vector<std::string> runtimes_in(const std::string& text);

/// The axes that a sweep may go over: the members first.
[[nodiscard]] std::vector<number_axis> swept_axes(const program& what);

template <class Value>
using parser = std::function<Value(const std::string& text)>;

/// Of --NAME or of a sweep over it. They refer to their arguments.
[[nodiscard]] parser<std::vector<std::uint64_t>> numbers_of(std::string option,
                                                            const number_axis& axis);
[[nodiscard]] parser<std::vector<std::string>> words_of(const word_axis& axis);
/// "NAME:LIST".
[[nodiscard]] parser<sweep> sweeps_of(const program& what);

/// Of two results in one file the first would be lost.
void require_different_files(const options& chosen);

/// The options that help shows. Where their values go is in `chosen`; both arguments outlive the
/// result.
[[nodiscard]] boost::program_options::options_description shown_options(const program& what,
                                                                        options& chosen);

/// And the positional ones, which have names too, and what programs start each other with.
[[nodiscard]] boost::program_options::options_description all_options(const program& what,
                                                                      options& chosen);

} // namespace tollgate::cli
