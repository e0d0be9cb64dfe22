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
void a_follower_that_comes_too_late();
void a_source_that_its_handler_lets_go();

// shared_tokens.cpp
void a_token_of_two_threads();
void tokens_with_one_handler();

// waits.cpp
void waits_for_a_condition();
void waits_that_are_cancelled_under_the_mutex();
void sleeps();
void polls();
void polls_of_one_thread_after_another();
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
void scopes_that_outlive_their_registry();

// faulty.cpp
void write_after_a_cancellation();
void ask_another_token();
void write_after_a_registration();
void write_after_a_push();
void write_after_an_unlock();

} // namespace user
