# SPDX-License-Identifier: BSL-1.0
# From lines "name <tab> x <tab> value <tab> low <tab> high" the gnuplot commands that plot a dot each,
# both axes times, with a bar from low to high. The names stand in a column to the right, ordered by
# value, moved apart where two would overlap, and tied to their dots. Ours are red, those that never
# sleep grey, the others blue.
BEGIN { FS = "\t" }

function log10(x) { return log(x) / log(10) }

{
    name[NR] = $1; x[NR] = $2; y[NR] = $3; low[NR] = $4; high[NR] = $5
    if ($2 > right) right = $2
    if (left == 0 || $2 < left) left = $2
    if ($5 > top) top = $5
    if (bottom == 0 || $4 < bottom) bottom = $4
}

END {
    left = left * 0.7; bottom = bottom * 0.5; top = top * 1.6
    # The dots take two thirds of the width, the names the rest.
    end = left * (right / left) ^ 1.62
    printf "set xrange [%.4g:%.4g]\nset yrange [%.4g:%.4g]\n", left, end, bottom, top
    print "set xtics (\"20 ns\" 20, \"50 ns\" 50, \"100 ns\" 100, \"200 ns\" 200, \"500 ns\" 500, \"1 µs\" 1e3, " \
        "\"2 µs\" 2e3, \"5 µs\" 5e3, \"10 µs\" 1e4, \"20 µs\" 2e4)"

    gap = 14.5 / 460 * log10(top / bottom)
    for (i = 1; i <= NR; ++i) place[i] = log10(y[i])
    for (step = 0; step < 2000; ++step)
        for (i = 1; i <= NR; ++i) {
            for (j = i + 1; j <= NR; ++j) {
                lower = y[i] < y[j] || (y[i] == y[j] && i < j) ? i : j
                upper = lower == i ? j : i
                short = gap - (place[upper] - place[lower])
                if (short > 0) {
                    place[lower] -= short / 2
                    place[upper] += short / 2
                }
            }
            if (place[i] < log10(bottom)) place[i] = log10(bottom)
            if (place[i] > log10(top)) place[i] = log10(top)
        }

    column = left * (right / left) ^ 1.16
    for (i = 1; i <= NR; ++i) {
        ink = name[i] ~ /^(blocking|spsc|tollgate_)/ ? "#b2182b" : name[i] ~ /, (spin|yield)$/ ? "#666666" : "#0b4f8a"
        printf "set label '%s' at %.5g,%.5g left font ',11' textcolor rgb '%s'\n", name[i], column * (right / left) ^ 0.01, \
            10 ^ place[i], ink
        printf "set arrow from %.5g,%.5g to %.5g,%.5g nohead lw 0.4 lc rgb '#bbbbbb' back\n", x[i], y[i], column, \
            10 ^ place[i]
        printf "$dot%d << EOD\n%.6g %.6g %.6g %.6g\nEOD\n", i, x[i], y[i], low[i], high[i]
        plots = plots sprintf("%s$dot%d using 1:2:3:4 with yerrorbars lc rgb '%s' lw 0.8 ps 0, $dot%d using 1:2 with points lc rgb '%s' pt 7 ps 0.7", \
            plots == "" ? "" : ", ", i, ink, i, ink)
    }
    print "plot " plots
}
