// SPDX-License-Identifier: BSL-1.0
#include "offers.hpp"
#include "written_setting.hpp"

#include <tollgate/explain/arm.hpp>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace tollgate::explain {
namespace {

constexpr const char* device = "/dev/cpu_dma_latency";
constexpr const char* shallow = "idle=shallow";
constexpr const char* polling = "halt_poll=200us";

/// Holds the kernel's promise that no CPU needs long to leave an idle state, for as long as the
/// descriptor is open: it ends with this process, however that ends.
class short_idle_latency {
public:
    explicit short_idle_latency(const std::string& file)
        : descriptor_(::open(file.c_str(), O_WRONLY | O_CLOEXEC)) {
        if (descriptor_ < 0) {
            throw std::system_error(errno, std::generic_category(), "open of " + file);
        }
        const std::int32_t longest_us = 0;
        if (::write(descriptor_, &longest_us, sizeof longest_us) != sizeof longest_us) {
            const int error = errno;
            ::close(descriptor_);
            throw std::system_error(error, std::generic_category(), "write to " + file);
        }
    }
    ~short_idle_latency() { ::close(descriptor_); }
    short_idle_latency(const short_idle_latency&) = delete;
    short_idle_latency& operator=(const short_idle_latency&) = delete;

private:
    int descriptor_;
};

hold_proof fewer_stops(const measure::case_record& control, const measure::case_record& arm) {
    return expect_fewer(control, arm, witness::idle_stops, "CPUs entered a state that stops them");
}

} // namespace

void offer_shallow_idle(const setting& where, offer& all) {
    const std::string file = where.files.locate(device).string();
    try {
        const short_idle_latency tried(file);
    } catch (const std::system_error& error) {
        all.refuse(shallow, std::string(error.what()) +
                                "; root may hold it, or the group that owns the device");
        return;
    }
    intervention one;
    one.name = shallow;
    one.effect = "goes when CPUs may enter shallow idle states alone";
    one.verdict = "idle states";
    one.follows = {"0 held in /dev/cpu_dma_latency",
                   "idle CPUs poll or stay in shallow states, on the whole machine: power",
                   "sh -c 'printf \"\\0\\0\\0\\0\" >&9; sleep infinity' 9>/dev/cpu_dma_latency &",
                   "kill %1"};
    one.hold = [file] { return std::make_shared<short_idle_latency>(file); };
    one.proof = fewer_stops;
    all.possible.push_back(std::move(one));
}

void offer_halt_polling(const setting& where, offer& all) {
    constexpr const char* setting_file = "/sys/module/haltpoll/parameters/guest_halt_poll_ns";
    constexpr const char* governor_file = "/sys/devices/system/cpu/cpuidle/current_governor";
    constexpr const char* value = "200000";
    const auto before = where.files.read(setting_file);
    const auto governor = where.files.read(governor_file);
    if (!before || governor != "haltpoll") {
        all.refuse(polling, "the idle governor is " + governor.value_or("not visible") +
                                "; only haltpoll, of a KVM guest, polls before it halts");
        return;
    }
    const std::string file = where.files.locate(setting_file).string();
    if (::access(file.c_str(), W_OK) != 0) {
        all.refuse(polling,
                   std::string(setting_file) + ": " + std::strerror(errno) + "; root may write it");
        return;
    }
    const auto writer = std::make_shared<written_setting>(file, *before, value);
    intervention one;
    one.name = polling;
    one.effect = "goes when the guest polls for 200 us before it halts";
    one.verdict = "idle states";
    one.follows = {"guest_halt_poll_ns at 200000",
                   "an idle CPU of the guest spins for up to 200 us: host time, and power",
                   std::string("echo 200000 > ") + setting_file,
                   "echo " + *before + " > " + setting_file};
    one.hold = [writer] { return writer->hold(); };
    one.proof = fewer_stops;
    all.possible.push_back(std::move(one));
}

} // namespace tollgate::explain
