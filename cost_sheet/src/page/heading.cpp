// SPDX-License-Identifier: BSL-1.0
#include "page/markup.hpp"
#include "page/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace tollgate::cost_sheet {
namespace {

/// Files of one machine, and from when to when.
struct machine {
    const report::context* about = nullptr;
    std::size_t files = 0;
    std::string first;
    std::string last;
};

std::vector<machine> machines_of(const sheet& all) {
    std::map<std::tuple<std::string, std::string, std::string>, std::size_t> known;
    std::vector<machine> machines;
    for (const sheet_file& file : all.files) {
        const report::context& about = file.about;
        const auto [at, is_new] =
            known.try_emplace({about.host_name, about.cpu_model, about.kernel}, machines.size());
        const std::string day = about.date.substr(0, 10);
        if (is_new) {
            machines.push_back({&about, 0, day, day});
        }
        machine& one = machines[at->second];
        ++one.files;
        one.first = std::min(one.first, day);
        one.last = std::max(one.last, day);
    }
    return machines;
}

/// It stays in one line.
std::string day_of(const std::string& date) {
    return date.empty() ? date : "<time>" + markup(date) + "</time>";
}

/// "vm · AMD EPYC · 2 CPUs · Linux 6.1 · 2026-07-01": the conditions have the rest.
std::string line_of(const machine& one) {
    const report::context& about = *one.about;
    std::vector<std::string> facts{
        about.host_name.empty() ? "a machine without name" : markup(about.host_name, 40),
        markup(about.cpu_model, 60),
        about.cpus > 0 ? fmt::format("{} CPU{}", about.cpus, about.cpus == 1 ? "" : "s") : "",
        markup(about.kernel, 60),
        day_of(one.first) + (one.first == one.last ? "" : " to " + day_of(one.last))};
    facts.front() = "<b>" + facts.front() + "</b>";
    std::erase(facts, "");
    return fmt::format("{}", fmt::join(facts, " · "));
}

std::string count_of(std::size_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// One machine is named in the line itself.
std::string lead_of(const sheet& all, const std::vector<machine>& machines) {
    const std::size_t explained = all.explained().size();
    const std::string cases =
        all.cases.empty() && explained != 0 ? "" : count_of(all.cases.size(), "case");
    const std::string counts =
        fmt::format("{}{}{} from {}", cases, cases.empty() || explained == 0 ? "" : " and ",
                    explained == 0 ? "" : count_of(explained, "explained case"),
                    count_of(all.files.size(), "file"));
    if (machines.size() == 1) {
        return fmt::format("<p class=lead>{} · {}</p>\n", line_of(machines.front()), counts);
    }
    constexpr std::size_t most = 12;
    std::string lines;
    for (std::size_t i = 0; i < std::min(most, machines.size()); ++i) {
        lines += fmt::format("<li>{} · {}</li>\n", line_of(machines[i]),
                             count_of(machines[i].files, "file"));
    }
    if (machines.size() > most) {
        lines += fmt::format("<li>and {} more machines</li>\n", machines.size() - most);
    }
    return fmt::format("<p class=lead>{}, measured on {}.</p>\n<ul class=machines>\n{}</ul>\n",
                       counts, count_of(machines.size(), "machine"), lines);
}

} // namespace

std::string heading(const sheet& all) {
    return "<header>\n<h1>What concurrency costs</h1>\n"
           "<button id=theme type=button hidden>Dark</button>\n" +
           lead_of(all, machines_of(all)) + "</header>\n";
}

std::string how_to_read() {
    return R"(<section id=reading>
<h2>How to read it</h2>
<dl class=reading>
<dt>ns</dt><dd>The cost of one operation in an unobserved loop: wall clock, when the machine was quiet if it was often enough, else as it was; over the passes of the run.</dd>
<dt>95&nbsp;% interval</dt><dd>Where that cost lies, on this machine in such a time.</dd>
<dt>tie, =</dt><dd>The row was not shown to differ from the cheapest of its group. The two are compared pass by pass where they are of one file; all rows of a group are judged together; and nothing is said of a difference below the noise floor. A tie does not show that two rows are equal.</dd>
<dt>p50 … p99.9</dt><dd>Single operations, timed one by one, less what the clock adds. p99 is what one in a hundred exceeds. A dash says that there were too few to tell, or that what observing adds is not small beside it. p50 need not be the cost: that is a mean over many operations, which a few long ones pull.</dd>
<dt>×&nbsp;cheapest</dt><dd>How many times the cheapest of what can be chosen instead. Whether two cases do the same for you is yours to judge: the names say what differs.</dd>
<dt>logarithmic</dt><dd>Each step of the scale is ten times the one before it. A bar's length is no amount; compare its end.</dd>
<dt>disturbed</dt><dd>A round in which the host stole time, a quota throttled, or another process took the CPU. It counts all the same.</dd>
<dt>why it costs that</dt><dd>The case was measured as it is and under interventions, each in the same rounds and proven to have taken hold. Parts that several take off are counted once, so that all parts add up to the cost. What is hatched is not explained, or not resolved.</dd>
<dt>noise floor</dt><dd>The smallest difference that the run could have seen between two equal cases.</dd>
</dl>
</section>
)";
}

} // namespace tollgate::cost_sheet
