# bill_output: a statement as a screen, as a page and as a result file.
find_package(tollgate REQUIRED COMPONENTS cli)
find_package(Boost 1.74 CONFIG REQUIRED)
find_package(fmt REQUIRED)

# The style is embedded when CMake configures. Three hexadecimal digits of its SHA-256 are two digits of base64.
set(bill_page_css ${CMAKE_CURRENT_LIST_DIR}/page.css)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${bill_page_css})
file(READ ${bill_page_css} bill_page_style)
file(SHA256 ${bill_page_css} digest)
set(base64 "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
set(bill_page_style_hash "")
string(REGEX MATCHALL "..." triples "${digest}00")
foreach(triple IN LISTS triples)
    math(EXPR first "0x${triple} >> 6")
    math(EXPR second "0x${triple} & 63")
    string(SUBSTRING ${base64} ${first} 1 first)
    string(SUBSTRING ${base64} ${second} 1 second)
    string(APPEND bill_page_style_hash ${first}${second})
endforeach()
string(REGEX REPLACE ".$" "=" bill_page_style_hash ${bill_page_style_hash})
configure_file(${CMAKE_CURRENT_LIST_DIR}/page_style.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/page_style.cpp @ONLY)

set(output ${CMAKE_CURRENT_LIST_DIR})
add_library(bill_output STATIC
    ${output}/entry_table.cpp
    ${output}/figures.cpp
    ${output}/page.cpp
    ${output}/result_of.cpp
    ${output}/screen.cpp
    ${CMAKE_CURRENT_BINARY_DIR}/page_style.cpp)
target_include_directories(bill_output PUBLIC ${output}/.. PRIVATE ${output})
target_compile_features(bill_output PUBLIC cxx_std_20)
target_link_libraries(bill_output PUBLIC tollgate::cli PRIVATE Boost::headers fmt::fmt)
tollgate_compile_options(bill_output)
tollgate_not_measured(bill_output)
