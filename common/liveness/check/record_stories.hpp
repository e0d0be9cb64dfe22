// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "remembering_word.hpp"

#include <tollgate/faults/execution.hpp>
#include <tollgate/liveness/detail/record.hpp>
#include <tollgate/liveness/detail/scope_copy.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::liveness {

class told_story;

/// What writers do with one record.
struct story {
    std::string_view name;
    std::size_t ring;
    bool with_ticks;
    bool of_scopes; ///< whose readers copy scopes; otherwise the history of all
    std::function<void(told_story&)> tell;
};

/// A record with all that was ever stored in it, and what there really was at each head.
class told_story {
public:
    using record = detail::basic_record<remembering_word>;

    told_story(faults::execution& all, const story& one);
    told_story(const told_story&) = delete;
    told_story& operator=(const told_story&) = delete;

    [[nodiscard]] const record& told() const { return record_; }
    [[nodiscard]] bool of_scopes() const { return of_scopes_; }

    // For writers.
    void begin(std::string_view name, std::int64_t thread_id, std::uint64_t limit,
               std::uint64_t grace);
    void pass();
    void pass_and_watch(std::uint64_t limit);
    void cover() { record_.watch(0); }
    void restore(std::uint64_t limit);
    void end() { record_.end(); }
    /// The next to write is this thread.
    void hand_over_to(std::size_t thread);

    // For readers: what is wrong with what they have seen, if anything.
    [[nodiscard]] std::string wrong_pair(std::uint64_t limit, std::uint64_t head) const;
    [[nodiscard]] std::string wrong_history(const std::vector<detail::scope_copy::entry>& history,
                                            std::uint64_t first, std::uint64_t head) const;
    [[nodiscard]] std::string wrong_copy(const detail::scope_copy& copy, std::uint64_t head) const;

private:
    struct scope {
        std::string name;
        std::int64_t thread_id;
        std::uint64_t first;
        std::uint64_t grace;
    };
    struct passed {
        std::uint64_t word;
        std::uint64_t ticks;
        std::size_t scope;
    };
    struct watched {
        std::uint64_t limit;
        std::uint64_t head;
    };

    [[nodiscard]] std::uint32_t next_id() const;
    void tick();
    void note();

    faults::execution& in_;
    const std::size_t ring_size_;
    const bool of_scopes_;
    std::unique_ptr<remembering_word<std::uint64_t>[]> words_;
    remembering_word<std::uint32_t> clock_ms_;
    record record_;
    std::vector<scope> scopes_;
    std::vector<passed> passed_;   ///< by the head before
    std::vector<watched> watched_; ///< each limit that was set, and the head then
};

} // namespace tollgate::liveness
