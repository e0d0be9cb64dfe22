// SPDX-License-Identifier: BSL-1.0
#pragma once
#include "message.hpp"
#include "pingpong_loop.hpp"
#include "program.hpp"
#include "stream_loop.hpp"
#include "wrong_queue.hpp"

#include <tollgate/faults/wrong_program.hpp>
#include <tollgate/measure/batch.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::queue_test {

/// What is run with a mistake: queues that only try, in the way of this crew.
template <class Crew>
struct trying_queues {
    using crew = Crew;
    template <queue_mistake Made>
    using queue = trying_again<typename wrong<Made>::template queue<message<64>>, Crew>;
};

/// Or these, which would be right.
template <class Queue, class Crew>
struct queues_used_wrongly {
    using crew = Crew;
    template <queue_mistake Made>
    using queue = used_wrongly<Queue, Made>;
};

struct wrong_queue_choice {
    bool stream;
    std::size_t capacity;
    std::int64_t mistake_at; ///< this message of a batch
};

/// Before the first batch of samples comes one of its own that is long enough for the mistake; what
/// is wrong with it is said of that of samples. The mistake is not left to a batch that comes
/// anyway, because these are short, and because those of the pilots are not judged: where nothing
/// moves they last long and tell nothing.
inline measure::measured_case with_the_mistake(measure::measured_case one, std::int64_t at) {
    one.run = [run = one.run, at, made = std::make_shared<bool>(false)](
                  const measure::schedule& asked, clock::source source) {
        std::vector<std::string> failures;
        if (!*made && asked.groups() > 1) {
            *made = true;
            const auto half = static_cast<std::uint64_t>(at);
            const measure::schedule enough{half, {{1, half}}};
            pushes_until_the_mistake = at;
            failures = measure::failed_proofs(run(enough, source), enough);
        }
        measure::batch done = run(asked, source);
        done.report.failures.insert(done.report.failures.end(), failures.begin(), failures.end());
        return done;
    };
    return one;
}

template <queue_mistake Made, class Kind>
measure::measured_case case_of(const wrong_queue_choice& chosen) {
    using queue = typename Kind::template queue<Made>;
    using players = typename Kind::crew;
    // Nothing but a mistake may look as if nothing moved; and after a rescue threads that have no
    // CPU at the moment still have five looks to end.
    const std::chrono::nanoseconds look_every =
        Made == queue_mistake::none ? between_looks : std::chrono::milliseconds(200);
    const shape of{1, 1, chosen.capacity};
    const measure::case_key key(chosen.stream ? "queue/stream" : "queue/pingpong",
                                {{"impl", "wrong"},
                                 {"producers", 1U},
                                 {"consumers", 1U},
                                 {"capacity", chosen.capacity},
                                 {"payload", 64U},
                                 {"placement", "free"}});
    const auto made = [&](auto loop) {
        return measure::make_case(key, "one message", 1, 2,
                                  std::function<measure::loop_report(measure::turnstile&)>(loop));
    };
    measure::measured_case one =
        chosen.stream
            ? made(stream_loop{
                  of, {}, crew_of<players>, &make_stream_parts<queue>, nullptr, look_every})
            : made(
                  pingpong_loop{of, {}, crew_of<players>, &make_pingpong_parts<queue>, look_every});
    return Made == queue_mistake::none ? one : with_the_mistake(std::move(one), chosen.mistake_at);
}

/// Of such queues, one for each mistake.
template <class Kind>
std::map<std::string, measure::measured_case (*)(const wrong_queue_choice&)> mistakes_of() {
    using enum queue_mistake;
    return {
        {"none", case_of<none, Kind>},       {"drops", case_of<drops, Kind>},
        {"swaps", case_of<swaps, Kind>},     {"doubles", case_of<doubles, Kind>},
        {"damages", case_of<damages, Kind>}, {"loses_a_wake_up", case_of<loses_a_wake_up, Kind>}};
}

/// Which queues have the mistakes, by the name of their kind.
using wrong_kinds =
    std::map<std::string,
             std::map<std::string, measure::measured_case (*)(const wrong_queue_choice&)>>;

/// ./testQueue with one case, whose queue is right, or makes the mistake that --mistake names,
/// once, in the --loop that is named; the queue is of the --kind that is named. For main.
inline int run_wrong_queue(int argc, char** argv, const wrong_kinds& kinds) {
    cli::program what = describe_program();
    what.name = "queue_loop";
    what.own = {{"loop", "NAME", "pingpong", "pingpong or stream", [](const auto&) {}},
                {"kind", "NAME", kinds.begin()->first, "which queues", [](const auto&) {}},
                {"capacity", "N", "64", "messages", [](const auto&) {}},
                {"mistake-at", "N", "1000", "which message", [](const auto&) {}}};
    std::vector<faults::mistaken_case> cases;
    for (const char* mistake :
         {"none", "drops", "swaps", "doubles", "damages", "loses_a_wake_up"}) {
        cases.push_back({mistake, [kinds, mistake](const cli::options& chosen) {
                             const auto& own = chosen.own;
                             return kinds.at(own.at("kind"))
                                 .at(mistake)({own.at("loop") == "stream",
                                               std::stoul(own.at("capacity")),
                                               std::stol(own.at("mistake-at"))});
                         }});
    }
    return cli::run_program(argc, argv, faults::wrong_program(what, cases));
}

} // namespace tollgate::queue_test
