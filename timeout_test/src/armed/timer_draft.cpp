// SPDX-License-Identifier: BSL-1.0
#include "timer_draft.hpp"

#include <algorithm>
#include <utility>

namespace tollgate::timeout_test {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

timer_draft::timer_draft(std::size_t timers, bool in_order, std::uint64_t seed)
    : in_order_(in_order),
      random_(seed),
      deadlines_(timers),
      sample_(std::min(timers, most_in_a_sample)),
      is_due_(timers, 0) {}

moment timer_draft::random_below(moment end) {
    std::uniform_int_distribution<moment::rep> any(0, std::max<moment::rep>(end.count(), 1) - 1);
    return moment(any(random_));
}

moment timer_draft::share() const {
    return std::max<moment>(moment(minutes(1)) /
                                static_cast<moment::rep>(deadlines_.size() / sample_.size()),
                            moment(2));
}

void timer_draft::choose() {
    const std::size_t stride = deadlines_.size() / sample_.size();
    std::uniform_int_distribution<std::size_t> within(0, stride - 1);
    for (std::size_t i = 0; i < sample_.size(); ++i) {
        sample_[i] = in_order_ ? (next_ + i) % deadlines_.size() : i * stride + within(random_);
    }
    next_ = (next_ + sample_.size()) % deadlines_.size();
}

moment timer_draft::far() {
    if (in_order_) {
        last_ += std::max<moment>(moment(minutes(1)) / static_cast<moment::rep>(deadlines_.size()),
                                  moment(1));
        return last_;
    }
    return now_ + hours(1) + random_below(minutes(1));
}

void timer_draft::new_deadlines() {
    for (const std::size_t index : sample_) {
        deadlines_[index] = far();
    }
}

void timer_draft::later_deadlines() {
    for (const std::size_t index : sample_) {
        deadlines_[index] = in_order_ ? far() : deadlines_[index] + random_below(seconds(1));
    }
}

void timer_draft::near_deadlines() {
    for (const std::size_t index : sample_) {
        deadlines_[index] = now_ + moment(1) + random_below(share());
    }
}

std::vector<moment> timer_draft::expiry(moment resolution) {
    moment first = moment::max();
    moment last = moment::min();
    for (const std::size_t index : sample_) {
        first = std::min(first, deadlines_[index]);
        last = std::max(last, deadlines_[index]);
        is_due_[index] = 1;
    }
    return {first - moment(1), first + (last - first) / 2, last + resolution};
}

const char* timer_draft::judge(std::size_t index, const std::vector<moment>& steps,
                               std::size_t step, moment resolution) {
    if (std::exchange(is_due_[index], 0) == 0) {
        return "a timer expired twice, or was not armed";
    }
    if (deadlines_[index] > steps[step]) {
        return "a timer expired before its deadline";
    }
    if (step > 0 && deadlines_[index] + resolution <= steps[step - 1]) {
        return "a timer expired too late";
    }
    return nullptr;
}

} // namespace tollgate::timeout_test
