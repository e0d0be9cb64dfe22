// SPDX-License-Identifier: BSL-1.0
#include "schedulers.hpp"

#include <tollgate/fiber/round_robin.hpp>

#include <boost/fiber/algo/round_robin.hpp>
#include <boost/fiber/algo/shared_work.hpp>
#include <boost/fiber/algo/work_stealing.hpp>
#include <boost/fiber/operations.hpp>

#include <cstdint>
#include <functional>
#include <stdexcept>

namespace tollgate::fiber_test {
namespace {

/// For work_stealing: the schedulers of the timed and of the counting thread. They never steal,
/// because a thread has ready fibers as long as its job runs.
constexpr std::uint32_t schedulers_in_the_table = 2;

template <class Algorithm, class... Arguments>
installer installer_with(counting count, Arguments... arguments) {
    return [=](pick_counts& counts) {
        if (count == counting::on) {
            boost::fibers::use_scheduling_algorithm<counted_picks<Algorithm>>(std::ref(counts),
                                                                              arguments...);
        } else {
            boost::fibers::use_scheduling_algorithm<Algorithm>(arguments...);
        }
    };
}

} // namespace

installer installer_of(scheduler kind, counting count) {
    namespace algo = boost::fibers::algo;
    switch (kind) {
    case scheduler::round_robin:
        return installer_with<algo::round_robin>(count);
    case scheduler::shared_work:
        return installer_with<algo::shared_work>(count);
    case scheduler::work_stealing:
        return installer_with<algo::work_stealing>(count, schedulers_in_the_table);
    case scheduler::tollgate:
        return installer_with<fiber::round_robin>(count);
    }
    throw std::logic_error("no such scheduler");
}

} // namespace tollgate::fiber_test
