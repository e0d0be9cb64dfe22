// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/gap_finder.hpp>

#include <algorithm>

namespace tollgate::measure {

void gap_finder::note(std::int64_t distance) {
    if (distance < 0) {
        ++backwards_;
        return;
    }
    const std::int64_t length = distance - usual_;
    taken_ += length;
    if (found_.size() < most_) {
        found_.push_back({last_, length});
    } else {
        ++unlisted_;
        unlisted_length_ += length;
        if (!longest_unlisted_ || length > longest_unlisted_->length) {
            longest_unlisted_ = {last_, length};
        }
    }
}

std::int64_t usual_distance(std::span<const std::int64_t> readings) {
    std::vector<std::int64_t> distances;
    distances.reserve(readings.size());
    for (std::size_t i = 1; i < readings.size(); ++i) {
        distances.push_back(readings[i] - readings[i - 1]);
    }
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    return std::max<std::int64_t>(1, *middle);
}

} // namespace tollgate::measure
