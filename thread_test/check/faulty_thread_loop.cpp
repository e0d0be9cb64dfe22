// SPDX-License-Identifier: BSL-1.0
//
// ./testThread with one case of a group of threads, whose loop is correct, or has the mistake that
// --mistake names.
#include "create_join.hpp"
#include "meeting_loop.hpp"
#include "meetings.hpp"
#include "pool_post.hpp"
#include "program.hpp"

#include <tollgate/testing/faulty_program.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>

namespace tollgate::thread_test {

/// A thread that does not run its function.
struct idle_thread {
    template <class Function>
    explicit idle_thread(Function&& /*function*/) : thread([] {}) {}
    void join() { thread.join(); }
    std::thread thread;
};

enum class pool_mistake {
    loses,  ///< never runs a job
    doubles ///< runs a job twice
};

/// Makes the mistake with every hundredth job.
template <pool_mistake Mistake>
class faulty_pool : public asio_pool {
public:
    template <class Job>
    void post(Job job) {
        if (++posts_ % 100 != 0) {
            asio_pool::post(job);
        } else if (Mistake == pool_mistake::doubles) {
            asio_pool::post([job]() mutable {
                job();
                job();
            });
        }
    }

private:
    std::uint64_t posts_ = 0;
};

/// Meetings at which no thread waits for the others.
template <class Question>
class meetings_without_wait {
public:
    meetings_without_wait(std::size_t threads, Question question)
        : threads_(threads), question_(question) {}

    bool meet(std::size_t /*self*/, std::uint64_t /*round*/) {
        const std::lock_guard lock(mutex_);
        if (++arrivals_ % threads_ == 0 && more_) {
            more_ = question_();
        }
        return more_;
    }
    [[nodiscard]] const Question& question() const { return question_; }

private:
    std::size_t threads_;
    Question question_;
    std::mutex mutex_;
    std::uint64_t arrivals_ = 0;
    bool more_ = true;
};

/// Meetings that wait for a thread that does not exist.
template <class Question>
struct meetings_for_ever : barrier_meetings<Question> {
    meetings_for_ever(std::size_t threads, Question question)
        : barrier_meetings<Question>(threads + 1, question) {}
};

} // namespace tollgate::thread_test

namespace {

using namespace tollgate;
using namespace tollgate::thread_test;

template <class Loop>
tollgate::testing::mistaken_case of_group(const char* mistake, const Loop& loop) {
    return {mistake, [=](const cli::options&) {
                return measure::make_case("thread/group", "one operation", 1, 2, loop);
            }};
}

} // namespace

int main(int argc, char** argv) {
    cli::program description = describe_program();
    description.name = "thread_loop";
    using enum pool_mistake;
    return cli::run_program(
        argc, argv,
        tollgate::testing::faulty_program(
            description, {of_group("none", meeting_loop<barrier_meetings>{2, {}}),
                          of_group("idle_thread", create_join<idle_thread>{}),
                          of_group("lost_job", pool_post<faulty_pool<loses>>{1, {}}),
                          of_group("doubled_job", pool_post<faulty_pool<doubles>>{1, {}}),
                          of_group("no_wait", meeting_loop<meetings_without_wait>{2, {}}),
                          of_group("wait_for_ever", meeting_loop<meetings_for_ever>{2, {}})}));
}
