// SPDX-License-Identifier: BSL-1.0
#include "history/load_points.hpp"

#include "comparable.hpp"

#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

namespace fs = std::filesystem;

/// The folders in a folder, and the result files, each by name. Temporary ones begin with a dot.
struct content {
    std::vector<std::string> folders, files;
};

content content_of(const std::string& folder) {
    std::error_code error;
    content found;
    for (fs::directory_iterator next(folder, error); next != fs::directory_iterator();
         next.increment(error)) {
        const std::string name = next->path().filename().string();
        std::error_code ignored;
        if (name.front() == '.') {
            continue;
        }
        if (next->is_directory(ignored)) {
            found.folders.push_back(name);
        } else if (next->path().extension() == ".json" && next->is_regular_file(ignored)) {
            found.files.push_back(name);
        }
    }
    if (error) {
        throw run::usage_error(fmt::format("--history: '{}': {}; it takes a folder",
                                           report::printable(folder), error.message()));
    }
    std::ranges::sort(found.folders);
    std::ranges::sort(found.files);
    return found;
}

loaded_point load_folder(const fs::path& place, const std::optional<std::string>& only) {
    loaded_point point{place.filename().string(), {}, false};
    point.in_pairs = fs::exists(place / "old") || fs::exists(place / "new");
    if (point.in_pairs) {
        point.sides[0] = load_side((place / "old").string(), only);
    }
    point.sides[1] = load_side((point.in_pairs ? place / "new" : place).string(), only);
    return point;
}

/// Result files are points by the dates of their runs.
std::vector<loaded_point> load_files(const fs::path& folder, const std::vector<std::string>& files,
                                     const std::optional<std::string>& only) {
    std::vector<std::pair<std::int64_t, loaded_point>> dated;
    for (const std::string& file : files) {
        loaded_point point{fs::path(file).stem().string(), {}, false};
        point.sides[1] = load_side((folder / file).string(), only);
        const auto runs = point.sides[1].runs();
        const auto date = runs.empty() ? std::nullopt : seconds_of(runs.front()->about.date);
        dated.emplace_back(date.value_or(0), std::move(point));
    }
    std::ranges::stable_sort(dated, {}, [](const auto& each) { return each.first; });
    std::vector<loaded_point> points;
    for (auto& [date, point] : dated) {
        points.push_back(std::move(point));
    }
    return points;
}

} // namespace

void load_points(const std::string& folder, const std::optional<std::string>& only,
                 const std::function<void(const loaded_point&)>& use) {
    const content found = content_of(folder);
    if (found.folders.empty() == found.files.empty()) {
        throw run::usage_error(
            fmt::format("--history: '{}' has {}; it takes a folder with a folder for each point, "
                        "or with result files only",
                        report::printable(folder),
                        found.files.empty() ? "no point" : "folders and result files"));
    }
    for (const std::string& name : found.folders) {
        use(load_folder(fs::path(folder) / name, only));
    }
    std::ranges::for_each(load_files(folder, found.files, only), use);
}

} // namespace tollgate::cost_sheet
