// SPDX-License-Identifier: BSL-1.0
#include "json_explanation.hpp"

#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace tollgate::report {
namespace {

using proof_verdict = explain::hold_proof::verdict;

constexpr std::pair<proof_verdict, const char*> proof_names[] = {
    {proof_verdict::held, "held"},
    {proof_verdict::failed, "failed"},
    {proof_verdict::pointless, "pointless"},
    {proof_verdict::unprovable, "unprovable"}};

const char* name_of(proof_verdict which) {
    for (const auto& [verdict, name] : proof_names) {
        if (verdict == which) {
            return name;
        }
    }
    return "failed";
}

proof_verdict proof_named(const std::string& text) {
    for (const auto& [verdict, name] : proof_names) {
        if (text == name) {
            return verdict;
        }
    }
    throw std::invalid_argument("\"hold\" is not one of held, failed, pointless, unprovable");
}

json write_share(const explain::share& one) {
    return {{"what", explain::to_string(one.what)},
            {"of", one.of},
            {"ns", one.ns.value},
            {"range_ns", write_interval(one.ns.range)},
            {"resolved", one.resolved}};
}

/// A file of others may have any number, and a figure of 300 digits is none.
double read_ns(double value, const char* name) {
    constexpr double longest_ns = 1e18;
    if (std::abs(value) > longest_ns) {
        throw std::invalid_argument("\"" + std::string(name) + "\" is longer than 30 years");
    }
    return value;
}

measure::estimate read_estimate(const read_value& from, const char* name, const char* range_name) {
    measure::estimate found{read_ns(number(from, name), name), read_interval(from, range_name)};
    if (found.range) {
        read_ns(found.range->low, range_name);
        read_ns(found.range->high, range_name);
    }
    return found;
}

explain::share read_share(const read_value& from) {
    const auto what = explain::parse_share_kind(text(from, "what"));
    if (!what) {
        throw std::invalid_argument("\"what\" is not a kind of share");
    }
    return {*what, texts(from, "of"), read_estimate(from, "ns", "range_ns"),
            flag(from, "resolved")};
}

json write_tried(const explain::tried_alone& one) {
    return {{"name", one.name},
            {"effect", one.effect},
            {"verdict", one.verdict},
            {"setting", one.follows.setting},
            {"price", one.follows.price},
            {"command", one.follows.command},
            {"undo", one.follows.undo},
            {"hold", name_of(one.proof.what)},
            {"hold_says", one.proof.says},
            {"costs_ns", one.costs_ns},
            {"takes_off_ns", one.takes_off_ns.value},
            {"takes_off_range_ns", write_interval(one.takes_off_ns.range)},
            {"resolved", one.resolved},
            {"scatter", one.is_scatter},
            {"scatter_ns", one.scatter_ns},
            {"alternative", one.is_alternative},
            {"base", one.is_base}};
}

explain::tried_alone read_tried(const read_value& from) {
    return {text(from, "name"),
            text(from, "effect"),
            text(from, "verdict"),
            {text(from, "setting"), text(from, "price"), text(from, "command"), text(from, "undo")},
            {proof_named(text(from, "hold")), text(from, "hold_says")},
            read_ns(number(from, "costs_ns"), "costs_ns"),
            read_estimate(from, "takes_off_ns", "takes_off_range_ns"),
            flag(from, "resolved"),
            read_ns(number(from, "scatter_ns"), "scatter_ns"),
            flag(from, "scatter"),
            flag(from, "alternative"),
            flag(from, "base")};
}

} // namespace

json write_explanation(const explain::explanation& of) {
    json out;
    write_key(of.of, out);
    out["unit"] = of.unit;
    out["cost_ns"] = of.cost_ns.value;
    out["cost_range_ns"] = write_interval(of.cost_ns.range);
    out["passes"] = of.passes;
    out["passes_together"] = of.passes_together;
    out["shares"] = json::array();
    for (const explain::share& one : of.shares) {
        out["shares"].push_back(write_share(one));
    }
    out["alone"] = json::array();
    for (const explain::tried_alone& one : of.alone) {
        out["alone"].push_back(write_tried(one));
    }
    out["not_here"] = json::array();
    for (const explain::impossible& one : of.not_here) {
        out["not_here"].push_back({{"name", one.name}, {"reason", one.reason}});
    }
    return out;
}

explain::explanation read_explanation(const read_value& from) {
    explain::explanation of;
    of.of = read_key(from);
    of.unit = text(from, "unit");
    of.cost_ns = read_estimate(from, "cost_ns", "cost_range_ns");
    of.passes = whole(from, "passes");
    of.passes_together = whole(from, "passes_together");
    for (const read_value& one : list(from, "shares")) {
        of.shares.push_back(read_share(one));
    }
    for (const read_value& one : list(from, "alone")) {
        of.alone.push_back(read_tried(one));
    }
    for (const read_value& one : list(from, "not_here")) {
        of.not_here.push_back({text(one, "name"), text(one, "reason")});
    }
    return of;
}

} // namespace tollgate::report
