# SPDX-License-Identifier: BSL-1.0
# The HTML page's part of the library, with style and scripts embedded.
find_package(nlohmann_json 3.9 REQUIRED)
target_link_libraries(cost_sheet_command PRIVATE nlohmann_json::nlohmann_json)

set(page ${CMAKE_CURRENT_LIST_DIR})
set(page_style ${page}/page.css)
set(page_scripts ${page}/draw.js ${page}/card.js ${page}/pictures.js ${page}/history.js
    ${page}/start.js)
set(page_reading ${page}/how_to_read.html)
set(screen_lines ${page}/../screen/lines.txt)
set(page_source ${CMAKE_CURRENT_BINARY_DIR}/page_embedded.cpp)
add_custom_command(OUTPUT ${page_source}
    COMMAND ${CMAKE_COMMAND} "-DSTYLE=${page_style}" "-DSCRIPTS=${page_scripts}"
        -DREADING=${page_reading} -DLINES=${screen_lines}
        -DOUTPUT=${page_source} -P ${page}/embed.cmake
    DEPENDS ${page}/embed.cmake ${page_style} ${page_scripts} ${page_reading} ${screen_lines}
    COMMENT "page_embedded.cpp: style and scripts of the page" VERBATIM)
set_source_files_properties(${page_source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

target_sources(cost_sheet_command PRIVATE src/page.cpp src/page/conditions.cpp
    src/page/explained.cpp src/page/figures.cpp src/page/html.cpp src/page/pictures.cpp
    src/page/row.cpp src/page/top.cpp ${page_source})
