// SPDX-License-Identifier: BSL-1.0
// Small programs with planted waste: planted NAME wasteful|mended.
#include "planted.hpp"

#include <cstdio>
#include <map>
#include <string>

int main(int argc, char** argv) {
    using namespace tollgate::bill::planted;
    const std::map<std::string, void (*)(version)> programs{{"sleeping_queue", sleeping_queue},
                                                            {"polling", polling},
                                                            {"os_timeouts", os_timeouts},
                                                            {"notify_all", notify_all},
                                                            {"locked_call", locked_call},
                                                            {"migrating", migrating},
                                                            {"false_sharing", false_sharing},
                                                            {"big_pool", big_pool},
                                                            {"yielding", yielding},
                                                            {"innocent", innocent}};
    const std::string which = argc == 3 ? argv[2] : "";
    const auto found = argc == 3 ? programs.find(argv[1]) : programs.end();
    if (found == programs.end() || (which != "wasteful" && which != "mended")) {
        std::fputs("usage: planted NAME wasteful|mended\n", stderr);
        return 2;
    }
    found->second(which == "wasteful" ? version::wasteful : version::mended);
    return 0;
}
