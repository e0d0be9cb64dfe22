# SPDX-License-Identifier: BSL-1.0
# From lines "words <tab> case <tab> value <tab> low <tab> high" the gnuplot commands that draw a ladder: a row each,
# the cheapest on top, with a dot at its value, a bar from low to high, and what it costs in figures. Ours are
# red, the machine's own grey, the others blue.
BEGIN {
    FS = "\t"
    pale["#b2182b"] = "#f6dcdc"; pale["#666666"] = "#e6e6e6"; pale["#0b4f8a"] = "#d9e6f2"
}

function fixed(x) { return x < 9.995 ? sprintf("%.2f", x) : x < 99.95 ? sprintf("%.1f", x) : sprintf("%.0f", x) }
function in_words(ns) { return ns < 999.5 ? fixed(ns) " ns" : ns < 999500 ? fixed(ns / 1e3) " µs" : fixed(ns / 1e6) " ms" }
function log10(x) { return log(x) / log(10) }
function floor(x) { return int(x) > x ? int(x) - 1 : int(x) }

{
    words[NR] = $1; name[NR] = $2; value[NR] = $3; low[NR] = $4; high[NR] = $5
    if ($3 > top) top = $3
    if (bottom == 0 || $3 < bottom) bottom = $3
}

END {
    for (i = 1; i <= NR; ++i) order[i] = i
    for (i = 2; i <= NR; ++i)
        for (j = i; j > 1 && value[order[j]] < value[order[j - 1]]; --j) {
            other = order[j]; order[j] = order[j - 1]; order[j - 1] = other
        }
    left = 10 ^ floor(log10(bottom))
    right = top * 6 # room for the figure of the last row
    printf "set xrange [%.4g:%.4g]\nset yrange [%d.6:0.4]\nunset ytics\n", left, right, NR
    for (row = 1; row <= NR; ++row) {
        i = order[row]
        ink = name[i] ~ /impl:(tollgate|spsc)|sleeper:parker/ ? "#b2182b" : name[i] ~ /^$|clock|context_resume/ ? "#666666" : "#0b4f8a"
        from = low[i] > left ? low[i] : left
        end = high[i] > value[i] ? high[i] : value[i]
        printf "set label '%s' at graph -0.012,first %d right font ',12' textcolor rgb '%s'\n", words[i], row, ink
        printf "set label '%s' at %.5g,%d left offset character 1.2,0 font ',11' textcolor rgb '#333333'\n", in_words(value[i]), end, row
        printf "set arrow from %.5g,%d to %.5g,%d nohead lw 7 lc rgb '%s' back\n", left, row, value[i], row, pale[ink]
        printf "$dot%d << EOD\n%.6g %d %.6g %.6g\nEOD\n", row, value[i], row, from, high[i]
        plots = plots sprintf("%s$dot%d using 1:2:3:4 with xerrorbars lc rgb '%s' lw 1.4 ps 0, $dot%d using 1:2 with points lc rgb '%s' pt 7 ps 0.8", \
            plots == "" ? "" : ", ", row, ink, row, ink)
    }
    print "plot " plots
}
