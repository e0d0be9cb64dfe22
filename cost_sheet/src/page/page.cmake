# SPDX-License-Identifier: BSL-1.0
# The HTML page's part of the library, with style, scripts and Chart.js embedded.
include(${CMAKE_CURRENT_LIST_DIR}/chart_js.cmake)

find_package(nlohmann_json 3.9 REQUIRED)
target_link_libraries(cost_sheet_command PRIVATE nlohmann_json::nlohmann_json)

set(page ${CMAKE_CURRENT_LIST_DIR})
set(page_styles ${page}/colours.css ${page}/page.css ${page}/narrow_and_paper.css)
set(page_scripts ${page}/text.js ${page}/draw.js ${page}/ranking.js ${page}/sweep.js ${page}/case.js
 ${page}/history.js ${page}/start.js)
set(page_reading ${page}/how_to_read.html)
set(screen_lines ${page}/../screen/lines.txt)
set(page_source ${CMAKE_CURRENT_BINARY_DIR}/page_embedded.cpp)
add_custom_command(OUTPUT ${page_source}
    COMMAND ${CMAKE_COMMAND} "-DSTYLES=${page_styles}" "-DSCRIPTS=${page_scripts}"
        -DCHARTS=${chart_js} -DREADING=${page_reading} -DLINES=${screen_lines}
        -DOUTPUT=${page_source} -P ${page}/embed.cmake
    DEPENDS ${page}/embed.cmake ${page_styles} ${page_scripts} ${chart_js} ${page_reading}
        ${screen_lines}
    COMMENT "page_embedded.cpp: style and scripts of the page" VERBATIM)
set_source_files_properties(${page_source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

target_sources(cost_sheet_command PRIVATE src/page.cpp src/page/case_data.cpp
    src/page/cases_section.cpp src/page/charts_section.cpp src/page/conditions_sections.cpp
    src/page/explained_section.cpp src/page/html.cpp src/page/top_sections.cpp ${page_source})
