// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_key.hpp>

#include <array>
#include <string_view>

namespace tollgate::cost_sheet {

/// The kinds of choice: cases of one kind can stand in for each other.
enum class choice { switching, hand_off, timeout, cancel, heartbeat, sleep, other };

/// In the order of a sheet.
inline constexpr std::array all_choices{choice::switching, choice::hand_off,  choice::timeout,
                                        choice::cancel,    choice::heartbeat, choice::sleep,
                                        choice::other};

/// "Switch", "Hand-off" …
[[nodiscard]] std::string_view title_of(choice one);
/// What is chosen there, in one short sentence.
[[nodiscard]] std::string_view question_of(choice one);

/// By the case's path; cases of other programs are `other`.
[[nodiscard]] choice choice_of(const measure::case_key& of);

} // namespace tollgate::cost_sheet
