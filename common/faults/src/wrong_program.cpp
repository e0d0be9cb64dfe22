// SPDX-License-Identifier: BSL-1.0
#include <tollgate/faults/wrong_program.hpp>

#include <tollgate/environment/build_facts.hpp>

namespace tollgate::faults {

cli::program describe(const wrong_program& what) {
    cli::program made;
    made.name = what.name;
    made.question = "Does a wrong loop end with exit code 1?";
    made.members = what.members;
    made.members_range = what.members_range;
    made.kind = what.kind;
    made.own = {mistake_option()};
    made.build = environment::facts_of_this_build();
    const auto name = [prefix = what.loop + "/" + what.members + ":"](const cli::options& chosen) {
        return prefix + std::to_string(chosen.members);
    };
    made.reference = name;
    made.cases = [name, make = what.make](const cli::options& chosen, const cpu::topology&) {
        const mistake which = parse_mistake(chosen.own.at("mistake"));
        return cli::case_list{{make(name(chosen), chosen.members, which)}, {}, {}};
    };
    return made;
}

} // namespace tollgate::faults
