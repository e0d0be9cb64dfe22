// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/level_changes.hpp>

#include "two_levels.hpp"

#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/quantile.hpp>

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>

namespace tollgate::stats {
namespace {

constexpr double of_steps = 0.95;
constexpr double places_for_one_in_twenty = 200;
// The chance of a mistake at one place, in any of the series.
constexpr double miss_at_a_place = (1 - of_steps) / places_for_one_in_twenty;

// The lengths of a new level that are tried at each place: 3, 4, 5, 6, 8, 10, 13 …
std::vector<std::size_t> tried_lengths(std::size_t values) {
    std::vector<std::size_t> lengths;
    for (std::size_t length = fewest_of_level; length + fewest_of_level <= values;
         length += std::max<std::size_t>(1, length / 4)) {
        lengths.push_back(length);
    }
    return lengths;
}

double p_value(const two_levels& fit) {
    const boost::math::students_t distribution(fit.degrees);
    return 2 * boost::math::cdf(complement(distribution, std::abs(fit.step) / fit.error));
}

interval step_of(const two_levels& fit) {
    const double half = student_quantile(of_steps, fit.degrees) * fit.error;
    return {fit.step - half, fit.step + half, of_steps};
}

// The changes of one series so far.
class follower {
public:
    explicit follower(double limit) : limit_(limit) {}

    void add(std::size_t place, const level_point& point) {
        if (point.starts_new && !places_.empty()) {
            close();
            begins_.push_back(places_.size());
            changed_.push_back(false);
        }
        places_.push_back(place);
        values_.add(point);
        if (places_.size() >= next_alike_) {
            alike_ = alikeness(values_, begins_);
            next_alike_ = places_.size() + 1 + places_.size() / 10; // it changes slowly
        }
    }

    [[nodiscard]] std::optional<double> alike() const { return alike_; }

    // Judges the value that was added last. `alike` is the correlation of neighbours in the series
    // in general; a short series does not show its own.
    void judge(std::size_t family, double alike) {
        values_.alike = alike;
        if (changed_.back()) {
            follow(places_.back());
        }
        if (const auto split = find(family)) {
            close_at(*split, places_.back());
        }
    }

    [[nodiscard]] double size() const { return static_cast<double>(places_.size()); }

    [[nodiscard]] level_history finish(std::size_t family) {
        close();
        level_history found;
        found.changes = changes_;
        found.points = places_.size();
        for (std::size_t i = 0; i < begins_.size() && !places_.empty(); ++i) {
            const std::size_t end = i + 1 < begins_.size() ? begins_[i + 1] : places_.size();
            const one_level fit = fit_level(values_, begins_[i], end);
            found.stretches.push_back(
                {places_[begins_[i]], places_[end - 1], fit.level, fit.error});
        }
        found.visible_step = visible_step(family);
        return found;
    }

private:
    // The end of a new level that is certain at the last value.
    [[nodiscard]] std::optional<std::size_t> find(std::size_t family) const {
        const std::size_t begin = begins_.back();
        const std::size_t end = places_.size();
        const auto lengths = tried_lengths(end - begin);
        const double least = miss_at_a_place /
                             static_cast<double>(family * std::max<std::size_t>(1, lengths.size()));
        constexpr double least_t = 3;
        const std::vector<double> plain = plain_t(values_, begin, end);
        for (const std::size_t length : lengths) {
            if (plain[end - begin - length] <= least_t) {
                continue;
            }
            const double reached =
                student_quantile(1 - least, static_cast<double>(end - begin - 2));
            if (p_value(fit_shift(values_, begin, end - length, end, reached)) <= least) {
                return end - length;
            }
        }
        return std::nullopt;
    }

    // Adds a change. The change before it ends where this one begins.
    void close_at(std::size_t split, std::size_t place) {
        const std::size_t begin = begins_.back();
        const location found =
            locate(values_, begin, {split, begin, places_.size()}, places_.size());
        if (changed_.back()) {
            update(found.best);
        }
        level_change change;
        change.found_at = place;
        changes_.push_back(change);
        begins_.push_back(found.best);
        where_ = found;
        changed_.push_back(true);
        follow(place);
    }

    // Makes the last change more precise by the values up to now.
    void follow(std::size_t place) {
        update(places_.size());
        level_change& change = changes_.back();
        if (!change.above_limit_at && change.step.low > limit_) {
            change.above_limit_at = place;
        }
    }

    void close() {
        if (changed_.back()) {
            update(places_.size());
        }
    }

    void update(std::size_t end) {
        const std::size_t before = begins_[begins_.size() - 2];
        if (end < begins_.back() + fewest_of_level) {
            return;
        }
        // Other places are not considered again: the next change, not yet found, may be there.
        where_ = locate(values_, before, where_, end);
        begins_.back() = where_.best;
        level_change& change = changes_.back();
        change.at = places_[where_.best];
        change.earliest = places_[where_.earliest];
        change.latest = places_[where_.latest];
        change.step = step_of(fit_step(values_, before, where_.best, end));
    }

    [[nodiscard]] std::optional<double> visible_step(std::size_t family) const {
        const std::size_t begin = begins_.back();
        const std::size_t n = places_.size() - begin;
        if (n < fewest_of_level) {
            return std::nullopt;
        }
        const one_level fit = fit_level(values_, begin, places_.size());
        constexpr auto more = static_cast<double>(level_history::ten);
        const auto lengths = static_cast<double>(tried_lengths(n + level_history::ten).size());
        const double share = miss_at_a_place / (static_cast<double>(family) * lengths);
        const double reached = student_quantile(1 - share, fit.degrees + more - 1);
        constexpr double nine_in_ten = 1.28;
        const double scale = fit.spread * std::sqrt(1 / static_cast<double>(n) + 1 / more);
        return (reached + nine_in_ten) * scale * fit.inflation;
    }

    double limit_;
    std::vector<std::size_t> places_{}; // of the values
    level_values values_{};
    std::optional<double> alike_{};
    std::size_t next_alike_ = 0;
    std::vector<std::size_t> begins_{0}; // of the stretches, by value
    std::vector<bool> changed_{false};   // whether a stretch begins with a change
    std::vector<level_change> changes_{};
    location where_{}; // of the last change, by value
};

// How alike neighbours are in all series. Few values tell little.
double alike_in_general(const std::vector<follower>& followers) {
    std::vector<double> known;
    double values = 0;
    for (const follower& each : followers) {
        if (const auto alike = each.alike()) {
            known.push_back(*alike);
            values += each.size();
        }
    }
    constexpr double unless_known = 0.3;
    constexpr double worth = 100; // values
    const double sum = known.empty() ? 0 : median(std::move(known)) * values;
    return std::clamp((sum + unless_known * worth) / (values + worth), 0.0, 0.8);
}

} // namespace

std::vector<level_history> level_changes(std::span<const level_series> all, double limit) {
    std::vector<follower> followers(all.size(), follower(limit));
    std::size_t places = 0;
    for (const level_series& series : all) {
        places = std::max(places, series.size());
    }
    std::size_t family = 0; // the series that have begun
    for (std::size_t place = 0; place < places; ++place) {
        const auto has_value = [&](const level_series& series) {
            return place < series.size() && series[place];
        };
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (has_value(all[i])) {
                family += followers[i].size() == 0 ? 1 : 0;
                followers[i].add(place, *all[i][place]);
            }
        }
        const double alike = alike_in_general(followers);
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (has_value(all[i])) {
                followers[i].judge(family, alike);
            }
        }
    }
    std::vector<level_history> found;
    for (follower& each : followers) {
        found.push_back(each.finish(family));
    }
    return found;
}

} // namespace tollgate::stats
