// SPDX-License-Identifier: BSL-1.0
#include "two_levels.hpp"

#include <tollgate/stats/quantile.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace tollgate::stats {
namespace {

constexpr double unseen_machine = 0.0001; // smaller changes of the machine do not show
constexpr double of_normal = 1.4826;      // the standard deviation over the median deviation
constexpr double usual_distance = 3;

// Some neighbouring values.
struct part {
    std::vector<double> values, machine, weights;

    part(const level_values& of, std::size_t begin, std::size_t end)
        : values(cut(of.values, begin, end)),
          machine(cut(of.machine, begin, end)),
          weights(cut(of.weights, begin, end)) {}

    static std::vector<double> cut(const std::vector<double>& all, std::size_t begin,
                                   std::size_t end) {
        return {all.begin() + static_cast<std::ptrdiff_t>(begin),
                all.begin() + static_cast<std::ptrdiff_t>(end)};
    }
};

struct weighted {
    double weight = 0;
    double mean = 0;
};

weighted mean_of(const std::vector<double>& values, const std::vector<double>& weights,
                 std::size_t begin, std::size_t end) {
    weighted found;
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) {
        found.weight += weights[i];
        sum += weights[i] * values[i];
    }
    found.mean = sum / found.weight;
    return found;
}

double median_of(const std::vector<double>& values, std::size_t begin, std::size_t end) {
    return median(part::cut(values, begin, end));
}

// The factor of errors, because neighbours are alike.
double inflation_by(double alike) {
    return std::sqrt((1 + alike) / (1 - alike));
}

// The levels of a part that is split after `split` values; with split = 0 there is one level.
class fitting {
public:
    fitting(const level_values& of, std::size_t begin, std::size_t split, std::size_t end)
        : part_(of, begin, end), split_(split - begin), floor_(of.floor), alike_(of.alike) {
        by_machine();
        scale_ = spread_of(residuals());
    }

    // Clips each value around the median of its own level.
    void clip_around_own(double distance) {
        clip(0, split_, median_of(values(), 0, std::max<std::size_t>(1, split_)), distance);
        clip(split_, size(), median_of(values(), split_, size()), distance);
    }

    // Clips all values around the median of the longer level.
    void clip_around_longer(double distance) {
        const bool first = 2 * split_ >= size();
        clip(0, size(),
             first ? median_of(values(), 0, split_) : median_of(values(), split_, size()),
             distance);
    }

    [[nodiscard]] const std::vector<double>& values() const { return part_.values; }
    [[nodiscard]] const std::vector<double>& weights() const { return part_.weights; }
    [[nodiscard]] std::size_t size() const { return part_.values.size(); }

    // The residuals' standard deviation, and the factor that their autocorrelation adds.
    struct noise {
        double spread, inflation, degrees;
    };
    [[nodiscard]] noise noise_of(const weighted& before, const weighted& after) const {
        double squares = 0;
        double products = 0;
        double last = 0;
        for (std::size_t i = 0; i < size(); ++i) {
            const double level = i < split_ ? before.mean : after.mean;
            const double residual = std::sqrt(weights()[i]) * (values()[i] - level);
            squares += residual * residual;
            products += i != 0 && i != split_ ? last * residual : 0;
            last = residual;
        }
        const auto n = static_cast<double>(size());
        const double degrees = std::max(1.0, n - (split_ > 0 ? 2 : 1) - (with_machine_ ? 1 : 0));
        constexpr double largest_alike = 0.8;
        // The residuals of two levels look less alike than the values are. A short series tells
        // little about itself.
        const double own =
            squares > 0 ? (products / squares + 2 / n) / (1 - std::min(4 / n, 0.5)) : 0;
        constexpr double told_by_all = 40; // values
        const double mixed = (n * own + told_by_all * alike_) / (n + told_by_all);
        const double alike = std::clamp(std::max(mixed, alike_), 0.0, largest_alike);
        const double fewer_degrees = (1 - alike * alike) / (1 + alike * alike);
        return {std::max(std::sqrt(squares / degrees), floor_), inflation_by(alike),
                std::max(1.0, degrees * fewer_degrees)};
    }

    [[nodiscard]] two_levels step() const {
        const weighted before = mean_of(values(), weights(), 0, split_);
        const weighted after = mean_of(values(), weights(), split_, size());
        const noise of = noise_of(before, after);
        const double variance = 1 / before.weight + 1 / after.weight + machine_variance_;
        return {after.mean - before.mean, of.spread * of.inflation * std::sqrt(variance),
                of.degrees};
    }

    [[nodiscard]] one_level level() const {
        const weighted all = mean_of(values(), weights(), 0, size());
        const noise of = noise_of({}, all);
        return {all.mean, of.spread * of.inflation / std::sqrt(all.weight), of.spread, of.inflation,
                of.degrees};
    }

private:
    [[nodiscard]] std::vector<double> residuals() const {
        std::vector<double> found;
        for (const auto& [begin, end] : {std::pair(std::size_t{0}, split_), {split_, size()}}) {
            const double middle = begin < end ? median_of(values(), begin, end) : 0;
            for (std::size_t i = begin; i < end; ++i) {
                found.push_back(values()[i] - middle);
            }
        }
        return found;
    }

    // The median distance from the levels, without the values that are the levels.
    [[nodiscard]] double scale_of(std::vector<double> residuals) const {
        std::ranges::transform(residuals, residuals.begin(), [](double r) { return std::abs(r); });
        const std::size_t levels = split_ > 0 ? 2 : 1;
        const std::size_t middle = std::min(residuals.size() - 1, (residuals.size() + levels) / 2);
        std::ranges::nth_element(residuals,
                                 residuals.begin() + static_cast<std::ptrdiff_t>(middle));
        return std::max(of_normal * residuals[middle], floor_);
    }

    // The standard deviation without values far away.
    [[nodiscard]] double spread_of(const std::vector<double>& residuals) const {
        const double most = usual_distance * scale_of(residuals);
        double squares = 0;
        for (const double each : residuals) {
            squares += std::pow(std::clamp(each, -most, most), 2);
        }
        const double degrees = static_cast<double>(size()) - (split_ > 0 ? 2 : 1);
        return std::max(std::sqrt(squares / std::max(1.0, degrees)), floor_);
    }

    // A cost usually follows the machine, or does not: takes the machine out if that leaves less. A
    // small part of it may look like values far away.
    void begin_by_machine() {
        const auto left = [&] {
            double sum = 0;
            for (const double residual : residuals()) {
                sum += std::abs(residual);
            }
            return sum;
        };
        const std::vector<double> as_is = part_.values;
        const double without = left();
        std::ranges::transform(as_is, part_.machine, part_.values.begin(), std::minus<>());
        if (without <= left()) {
            part_.values = as_is;
        }
    }

    // Takes out what the machine's changes within the levels explain. A step of the machine at the
    // split, which cannot be told from a step of the value, makes the step uncertain.
    void by_machine() {
        std::vector<double> machine = part_.machine;
        if (std::ranges::all_of(machine, [](double each) { return each == 0; })) {
            return;
        }
        std::array<double, 2> levels{};
        for (const auto& [begin, end] : {std::pair(std::size_t{0}, split_), {split_, size()}}) {
            if (begin == end) {
                continue;
            }
            const double level = mean_of(machine, weights(), begin, end).mean;
            levels[begin == 0 && split_ > 0 ? 0 : 1] = level;
            for (std::size_t i = begin; i < end; ++i) {
                machine[i] -= level;
            }
        }
        begin_by_machine();
        const std::vector<double> left = residuals();
        const double bound = usual_distance * scale_of(left);
        double squares = 0;
        double products = 0;
        for (std::size_t i = 0; i < size(); ++i) {
            squares += weights()[i] * machine[i] * machine[i];
            products += weights()[i] * machine[i] * std::clamp(left[i], -bound, bound);
        }
        const double step = split_ > 0 ? levels[1] - levels[0] : 0;
        with_machine_ = true;
        squares += static_cast<double>(size()) * unseen_machine * unseen_machine;
        machine_variance_ = step * step / squares;
        for (std::size_t i = 0; i < size(); ++i) {
            part_.values[i] -= products / squares * part_.machine[i];
        }
    }

    void clip(std::size_t begin, std::size_t end, double center, double distance) {
        for (std::size_t i = begin; i < end; ++i) {
            part_.values[i] =
                std::clamp(part_.values[i], center - distance * scale_, center + distance * scale_);
        }
    }

    part part_;
    std::size_t split_;
    double floor_;
    double alike_;
    double scale_ = 0;
    double machine_variance_ = 0;
    bool with_machine_ = false;
};

// The distance with which one value of the shorter level contributes a quarter of the t to reach.
double most_distance(const level_values& of, std::size_t begin, std::size_t split, std::size_t end,
                     double reached) {
    const auto before = static_cast<double>(split - begin);
    const auto after = static_cast<double>(end - split);
    const double error = std::sqrt(1 / before + 1 / after) * inflation_by(of.alike);
    return reached / 4 * std::min(before, after) * error;
}

} // namespace

one_level fit_level(const level_values& of, std::size_t begin, std::size_t end) {
    fitting fit(of, begin, begin, end);
    fit.clip_around_own(usual_distance);
    return fit.level();
}

two_levels fit_step(const level_values& of, std::size_t begin, std::size_t split, std::size_t end) {
    fitting fit(of, begin, split, end);
    fit.clip_around_own(usual_distance);
    return fit.step();
}

two_levels fit_shift(const level_values& of, std::size_t begin, std::size_t split, std::size_t end,
                     double reached) {
    fitting fit(of, begin, split, end);
    fit.clip_around_longer(most_distance(of, begin, split, end, reached));
    return fit.step();
}

location locate(const level_values& of, std::size_t begin, const location& within,
                std::size_t end) {
    const std::size_t split = within.best;
    fitting fit(of, begin, split, end);
    constexpr double usual_reached = 5.5;
    fit.clip_around_longer(most_distance(of, begin, split, end, usual_reached));
    const std::vector<double>& values = fit.values();
    const std::size_t n = values.size();
    const weighted all = mean_of(values, fit.weights(), 0, n);
    double squares = 0;
    for (std::size_t i = 0; i < n; ++i) {
        squares += fit.weights()[i] * (values[i] - all.mean) * (values[i] - all.mean);
    }
    // The squares that each split leaves; the best one leaves least.
    std::vector<double> left(n, squares);
    weighted before;
    double sum = 0;
    for (std::size_t i = 1; i < n; ++i) {
        before.weight += fit.weights()[i - 1];
        sum += fit.weights()[i - 1] * (values[i - 1] - all.mean);
        left[i] -= sum * sum * (1 / before.weight + 1 / (all.weight - before.weight));
    }
    const std::size_t first = std::max(within.earliest - begin, fewest_of_level);
    const std::size_t last = std::min(within.latest - begin, n - fewest_of_level);
    std::size_t best = split - begin;
    for (std::size_t i = first; i <= last; ++i) {
        best = left[i] < left[best] ? i : best;
    }
    // Twice the logarithm of the likelihood, 95 %. The likelihood falls to both sides of the place
    // as two random walks with drift.
    constexpr double falls_by = 7.35;
    const double alike = std::pow(inflation_by(of.alike), 2);
    const double least = std::max(left[best], of.floor * of.floor * static_cast<double>(n));
    const double most = least * std::exp(falls_by * alike / static_cast<double>(n));
    location found{begin + best, begin + best, begin + best};
    for (std::size_t i = first; i <= last; ++i) {
        if (left[i] - left[best] <= most - least) {
            found.earliest = std::min(found.earliest, begin + i);
            found.latest = std::max(found.latest, begin + i);
        }
    }
    return found;
}

} // namespace tollgate::stats
