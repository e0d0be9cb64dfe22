// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/json.hpp>

#include "describe_run.hpp"

#include <algorithm>

namespace tollgate::report {
namespace {

json written_run(const result& run, bool digest) {
    writer file;
    describe_run(file, run);
    if (digest) {
        file.field("digest", true);
        describe_conclusions(file, run);
    } else {
        file.list("conclusions", run.cases,
                  [](auto& in, const auto& case_result) { describe_conclusion(in, case_result); });
        file.field("round_columns", round_columns);
    }
    describe_cases(file, run, digest);
    return std::move(file.object);
}

/// Whether a value is broken into lines: the file, its parts that have lists of entries, and these
/// lists.
bool is_broken(const json& value, int depth) {
    const auto holds_entries = [](const json& inner) {
        return inner.is_array() && std::any_of(inner.begin(), inner.end(), [](auto& element) {
                   return element.is_structured();
               });
    };
    const bool has_lists =
        depth == 1 && value.is_object() && std::any_of(value.begin(), value.end(), holds_entries);
    return (depth == 0 && value.is_structured()) || has_lists ||
           (depth <= 2 && holds_entries(value));
}

void append(const json& value, int depth, std::string& text) {
    const auto line = [](const json& part) {
        // Host names and paths may hold any bytes; bytes that are not UTF-8 are replaced.
        return part.dump(-1, ' ', true, json::error_handler_t::replace);
    };
    if (!is_broken(value, depth)) {
        text += line(value);
        return;
    }
    text += value.is_object() ? '{' : '[';
    const char* before = "\n";
    for (const auto& [key, inner] : value.items()) {
        text += before;
        if (value.is_object()) {
            text += line(key) + ": ";
        }
        append(inner, depth + 1, text);
        before = ",\n";
    }
    text += value.is_object() ? "\n}" : "\n]";
}

bool is_finite(const json& value) {
    if (value.is_structured()) {
        return std::all_of(value.begin(), value.end(), is_finite);
    }
    return !value.is_number_float() || std::isfinite(value.get<double>());
}

/// Calls `use` with the index of each byte outside of texts, and of each quote that begins a text.
void outside_texts(std::string_view whole, auto use) {
    bool within_text = false;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        const char letter = whole[i];
        if (within_text) {
            i += letter == '\\' ? 1 : 0;
            within_text = letter != '"';
            continue;
        }
        within_text = letter == '"';
        use(i);
    }
}

/// Replaces the words that Google Benchmark writes for numbers that JSON does not have. Each
/// becomes an empty list of the same length, so that positions in messages stay right. Returns
/// whether there was one.
bool replace_words(std::string& whole) {
    bool found = false;
    outside_texts(whole, [&](std::size_t i) {
        const char letter = whole[i];
        if (letter != 'N' && letter != 'I' && letter != '-') {
            return; // almost always
        }
        for (const std::string_view word : {"NaN", "Infinity", "-Infinity"}) {
            if (std::string_view(whole).substr(i).starts_with(word)) {
                whole.replace(i, word.size(), "[" + std::string(word.size() - 2, ' ') + "]");
                found = true;
            }
        }
    });
    return found;
}

/// Bounds the memory of parsing by the length, the nesting and the number of values: a value takes
/// at most a hundred bytes besides its text. Text that is not JSON may have any shape. The parser
/// could call back for each value, but would then take quadratic time for a list of objects.
void require_size(std::string_view text) {
    if (text.size() > largest_file) {
        throw unreadable_result("it is larger than 64 MiB");
    }
    constexpr std::size_t deepest = 32;
    constexpr std::size_t most_marks = 8'000'000;
    std::size_t depth = 0;
    std::size_t marks = 0;
    outside_texts(text, [&](std::size_t i) {
        const char letter = text[i];
        const bool begins = letter == '{' || letter == '[';
        depth += begins ? 1 : 0;
        depth -= (letter == '}' || letter == ']') && depth != 0 ? 1 : 0;
        marks += begins || letter == ',' || letter == ':' ? 1 : 0;
        if (depth > deepest) {
            throw unreadable_result("it is nested deeper than 32 levels");
        }
    });
    if (marks > most_marks) {
        throw unreadable_result("it holds more than 8,000,000 values");
    }
}

/// Completes a key that has only its name: comparisons and noise floors in a digest name their
/// cases.
void find_case(measure::case_key& key, const result& run) {
    const measure::case_result* found = run.find(key.name());
    if (found == nullptr) {
        throw unreadable_result("a noise floor or a comparison names none of the cases");
    }
    key = found->record.key;
}

/// Limits the work of comparisons: each case is paired with the rounds of another.
void require_few_rounds(const result& run) {
    constexpr std::size_t most_pairs = 2'000'000;
    std::size_t longest = 0;
    for (const measure::case_result& case_result : run.cases) {
        longest = std::max(longest, case_result.record.rounds.size());
    }
    if (longest * run.cases.size() > most_pairs) {
        throw unreadable_result("it holds more rounds than this program copes with");
    }
}

std::string digest_text(const result& run, const std::string& note) {
    json whole{{"context", google_context(run.about)}, {"tollgate", written_run(run, true)}};
    // It would be written as null, and a digest has no rounds to compute it from again.
    if (!is_finite(whole)) {
        throw unreadable_result("a figure that follows from it is too large for a number");
    }
    if (!note.empty()) {
        whole["tollgate"]["notes"].push_back(note);
    }
    return text_of(whole);
}

result read_own(const read_value& whole_file) {
    const reader file("the file", whole_file);
    const reader own("tollgate", file.member("tollgate"));
    result run;
    bool digest = false;
    own.if_any("digest", digest);
    if (digest) {
        run.digest.emplace();
    }
    describe_run(own, run);
    file.inner("context", [&](auto& in) { describe_context(in, run.about); });
    describe_cases(own, run, digest);
    require_few_rounds(run);
    if (digest) {
        describe_conclusions(own, run);
        for (measure::noise_floor& floor : run.digest->noise_floors) {
            find_case(floor.subject, run);
        }
        for (measure::comparison& comparison : run.digest->comparisons) {
            find_case(comparison.subject, run);
            find_case(comparison.reference, run);
        }
    } else {
        std::vector<std::string> columns;
        own.field("round_columns", columns, [](const auto& found) {
            return found == round_columns ? nullptr : "are not those that this program knows";
        });
    }
    for (std::vector<measure::case_result>* all : {&run.cases, &run.controls}) {
        for (measure::case_result& each : *all) {
            if (!digest) {
                each.record.reading_ns = run.clock.reading_ns_p50;
            }
            if (!digest || all == &run.controls) {
                each.summary = measure::summarize(each.record, run.speed);
            }
        }
    }
    return run;
}

} // namespace

std::string text_of(const json& whole) {
    std::string text;
    append(whole, 0, text);
    return text + "\n";
}

std::string to_json(const result& run) {
    if (run.digest) {
        return to_digest(run);
    }
    try {
        require_few_rounds(run);
        std::string text = text_of({{"context", google_context(run.about)},
                                    {"benchmarks", google_benchmarks(run)},
                                    {"tollgate", written_run(run, false)}});
        require_size(text);
        return text;
    } catch (const unreadable_result& error) {
        return digest_text(
            run, fmt::format("this file is a digest, because with its rounds {}", error.what()));
    }
}

std::string to_digest(const result& run) {
    return digest_text(run, {});
}

reading read_any_json(std::string_view text) {
    require_size(text);
    if (text.find('\0') != std::string_view::npos) {
        throw unreadable_result("it holds a zero byte"); // at which the parser would end
    }
    std::string readable(text);
    const bool has_words = replace_words(readable);
    return read_text(readable, [&](const read_value& whole_file) -> reading {
        if (whole_file.is_object() && whole_file.contains("tollgate")) {
            if (has_words) {
                throw unreadable_result("it holds NaN or Infinity, which is no JSON");
            }
            return {read_own(whole_file), false};
        }
        if (!whole_file.is_object() || !whole_file.contains("benchmarks")) {
            throw unreadable_result("not a result of this project: it has no \"tollgate\"");
        }
        if (whole_file.at("benchmarks").empty()) {
            throw unreadable_result("it is empty: \"benchmarks\" has no entry");
        }
        return {read_foreign(whole_file), true};
    });
}

result read_json(std::string_view text) {
    reading read = read_any_json(text);
    if (read.foreign) {
        throw unreadable_result("not a result of this project: it has no \"tollgate\"");
    }
    return std::move(read.content);
}

} // namespace tollgate::report
