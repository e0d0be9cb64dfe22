# SPDX-License-Identifier: BSL-1.0
# Sets TOLLGATE_CHART_JS, in the cache, to the file with Chart.js 3 or 4 as one script. If there is
# none, it is NOTFOUND, with a message, and pages have tables only. An empty value has the same
# effect. Debian: libjs-chart.js.

find_file(TOLLGATE_CHART_JS
    NAMES chart.umd.min.js chart.umd.js chart.min.js Chart.min.js
    PATHS /usr/share /usr/local/share /opt/homebrew/share
    PATH_SUFFIXES javascript/chart.js nodejs/chart.js/dist javascript/chartjs
    NO_DEFAULT_PATH
    DOC "Chart.js 3 or 4 as one script (chart.min.js or chart.umd.js), for the page's charts")

if(TOLLGATE_CHART_JS AND NOT EXISTS "${TOLLGATE_CHART_JS}")
    message(FATAL_ERROR "TOLLGATE_CHART_JS: there is no ${TOLLGATE_CHART_JS}")
endif()
set(chart_js "${TOLLGATE_CHART_JS}")
if(chart_js)
    file(READ "${chart_js}" chart_js_head LIMIT 300)
    if(NOT chart_js_head MATCHES "Chart\\.js v[3-9]")
        message(NOTICE "cost_sheet: ${chart_js} is not Chart.js 3 or newer")
        set(chart_js "")
    endif()
endif()
if(NOT chart_js)
    set(chart_js "")
    message(NOTICE "cost_sheet: Chart.js was not found: pages will have tables and no charts. "
        "Debian: apt-get install libjs-chart.js; elsewhere: -DTOLLGATE_CHART_JS=.../chart.umd.js")
endif()
