// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace user {

// flags.cpp
void a_flag();
void a_call_that_comes_too_late();

// handlers.cpp
void handlers();
void handlers_that_come_and_go();
void guards_that_reset();
void handlers_that_leave();
void tokens_that_are_used_again();

// sources.cpp
void a_flag_of_followers();
void last_references();

// waits.cpp
void waits_for_a_condition();
void sleeps();
void polls();
void polls_that_begin_cancelled();
void polls_that_look_once();
void stop_tokens();

// queues.cpp
void queues();

// sleepers.cpp
void sleepers();
void locks();

// scopes.cpp
void scopes();

// wrong.cpp
void write_after_a_cancellation();
void ask_another_token();
void write_after_a_registration();
void write_after_a_push();
void write_after_an_unlock();

} // namespace user
