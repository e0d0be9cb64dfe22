// SPDX-License-Identifier: BSL-1.0
#include "function_name.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string_view>

#include <cxxabi.h>

namespace tollgate::bill {
namespace {

constexpr std::size_t longest_name = 60;

std::string demangled(const std::string& symbol) {
    if (!symbol.starts_with("_Z")) {
        return symbol; // "f" would be demangled as the type float
    }
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
    return text ? text.get() : symbol;
}

void erase_all(std::string& name, std::string_view part) {
    for (std::size_t at = name.find(part); at != std::string::npos; at = name.find(part, at)) {
        name.erase(at, part.size());
    }
}

/// Cuts what the compiler and the linker add: "[clone .part.0]", ".isra.0", "@@GLIBC_2.34", the
/// hash at the end of a Rust name.
void cut_variants(std::string& name) {
    name.resize(std::min({name.find(" [clone"), name.find('@'), name.size()}));
    for (const std::string_view variant : {".constprop.", ".isra.", ".part.", ".cold", ".llvm."}) {
        name.resize(std::min(name.find(variant), name.size()));
    }
    const std::size_t hash = name.rfind("::h");
    if (hash != std::string::npos && name.size() - hash == 19 &&
        name.find_first_not_of("0123456789abcdef", hash + 3) == std::string::npos) {
        name.resize(hash);
    }
    for (const std::string_view part :
         {"[abi:cxx11]", "__cxx11::", "__1::", "(anonymous namespace)::"}) {
        erase_all(name, part);
    }
}

/// The places that matter in a name: outside of any bracket.
struct outline {
    std::size_t begin = 0;                      ///< behind the return type
    std::size_t parameters = std::string::npos; ///< the bracket that opens them
    std::size_t last_scope = std::string::npos; ///< the last "::" before the parameters
};

/// Returns the position behind "operator" and its symbol, which may be brackets, or `at`.
std::size_t behind_operator(std::string_view name, std::size_t at) {
    constexpr std::string_view word = "operator";
    if (name.substr(at, word.size()) != word) {
        return at;
    }
    std::size_t end = at + word.size();
    if (name.substr(end, 2) == "()") {
        return end + 2;
    }
    while (end < name.size() &&
           std::string_view("<>=-!+*/%&|^~[],").find(name[end]) != std::string_view::npos) {
        ++end;
    }
    if (name.substr(end, 1) == " ") { // a conversion, new or delete
        end = std::min(name.find('(', end), name.size());
    }
    return end;
}

outline outline_of(std::string_view name) {
    outline result;
    int depth = 0;
    for (std::size_t at = 0; at < name.size(); ++at) {
        if (depth == 0) {
            const std::size_t behind = behind_operator(name, at);
            if (behind != at) {
                at = behind - 1;
                continue;
            }
            if (name[at] == '(') {
                result.parameters = at; // those of the last one: "f()::{lambda()#1}::operator()()"
            } else if (name[at] == ' ' && result.parameters == std::string::npos) {
                result.begin = at + 1;
            } else if (name.substr(at, 2) == "::") {
                result.last_scope = at;
                result.parameters = std::string::npos;
            }
        }
        depth += std::string_view("(<{[").find(name[at]) != std::string_view::npos ? 1 : 0;
        depth -= std::string_view(")>}]").find(name[at]) != std::string_view::npos ? 1 : 0;
    }
    return result;
}

/// Cuts everything between < and >, but not the symbols of operators.
std::string without_template_arguments(std::string_view name) {
    std::string result;
    int depth = 0;
    for (std::size_t at = 0; at < name.size(); ++at) {
        const std::size_t behind = behind_operator(name, at);
        if (behind != at) {
            if (depth == 0) {
                result += name.substr(at, behind - at);
            }
            at = behind - 1;
            continue;
        }
        depth += name[at] == '<' ? 1 : 0;
        if (depth == 0) {
            result += name[at];
        }
        depth -= name[at] == '>' ? 1 : 0;
    }
    return result;
}

} // namespace

std::string function_name(const std::string& symbol) {
    std::string name = demangled(symbol);
    cut_variants(name);
    if (name == symbol && symbol.find('(') == std::string::npos) {
        return name; // a name of C, Go or another language
    }
    name.erase(0, outline_of(name).begin);
    if (name.size() > longest_name) {
        name = without_template_arguments(name);
    }
    const outline parts = outline_of(name);
    if (name.size() > longest_name && parts.parameters != std::string::npos) {
        name.resize(parts.parameters);
    }
    while (name.size() > longest_name) {
        const std::size_t scope = name.find("::");
        if (scope == std::string::npos || scope >= outline_of(name).last_scope) {
            break;
        }
        name.erase(0, scope + 2);
    }
    return name;
}

bool is_of_language(const std::string& name) {
    constexpr std::array<std::string_view, 11> beginnings{
        "std::",    "__gnu_cxx::", "core::",   "alloc::",   "<std::",  "<core::",
        "<alloc::", "runtime.",    "runtime/", "internal/", "syscall."};
    return std::any_of(beginnings.begin(), beginnings.end(),
                       [&](std::string_view beginning) { return name.starts_with(beginning); });
}

} // namespace tollgate::bill
