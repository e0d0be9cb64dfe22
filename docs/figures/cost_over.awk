# SPDX-License-Identifier: BSL-1.0
# From lines "series <tab> n <tab> value <tab> low <tab> high" the gnuplot commands that plot them:
# data blocks, styles, and a label at the end of each line, moved apart where two would overlap.
# Colour says what is measured, dashes say that the threads run on two cores.
BEGIN {
    FS = "\t"
    colour["fiber/yield"] = "#b2182b"
    colour["fiber/resume"] = "#762a83"
    colour["fiber/yield, tollgate"] = "#e08214"
    colour["fiber/yield, tollgate, short"] = "#d6006c"
    colour["fiber/resume, tollgate"] = "#9970ab"
    colour["fiber/context_ring"] = "#1b7837"
    colour["thread/condvar"] = "#0b4f8a"
    colour["thread/semaphore"] = "#a86400"
    colour["thread/atomic_wait"] = "#a03c78"
    colour["thread/pipe"] = "#00704f"
    colour["thread/eventfd"] = "#2586b0"
    colour["thread/sched_yield"] = "#b23a00"
    colour["thread/spin"] = "#000000"
    colour["parker"] = "#b2182b"
    colour["parker_spin"] = "#1b7837"
    colour["condvar"] = "#0b4f8a"
    colour["channel"] = "#a86400"
    colour["eventfd"] = "#762a83"
    colour["tollgate, symmetric"] = "#0b4f8a"
    colour["tollgate, asymmetric"] = "#1b7837"
    colour["tollgate, adaptive"] = "#a86400"
    colour["std"] = "#b2182b"
    colour["tollgate, coarse"] = "#1b7837"
    colour["tollgate, tsc"] = "#0b4f8a"
    colour["touch_flag"] = "#a86400"
    colour["clock_stamp"] = "#b2182b"
}

function short_number(x) { x += 0; return x >= 1e6 ? x / 1e6 "M" : x >= 1e4 ? x / 1e3 "k" : x }
function log10(x) { return log(x) / log(10) }
function floor(x) { return int(x) > x ? int(x) - 1 : int(x) }

!($1 in first) {
    first[$1] = 1
    name[++series] = $1
}
{
    last_x[$1] = $2
    last_y[$1] = $3
    rows[$1] = rows[$1] $2 " " $3 " " $4 " " $5 "\n"
    ++count[$1]
    if ($3 > top) top = $3
    if (bottom == 0 || $3 < bottom) bottom = $3
    if ($2 > right) right = $2
    if (left == 0 || $2 < left) left = $2
    at[$2] = 1
}

END {
    # Half a decade of room for bars and labels, on whole decades and their halves.
    bottom = 10 ^ (floor(2 * log10(bottom)) / 2 - 0.25)
    top = 10 ^ (int(2 * log10(top) + 1) / 2 + 0.1)
    printf "set yrange [%.4g:%.4g]\n", bottom, top
    # The names stand to the right of the lines, on a fifth of the width.
    printf "set xrange [%.4g:%.4g]\n", left * 0.85, right * (right / left) ^ 0.2
    tics = ""
    for (x in at) tics = tics (tics == "" ? "" : ", ") "'" short_number(x) "' " x
    printf "set xtics (%s)\n", tics

    # Labels that stand at the same x, from below: pushed apart until none is nearer than a line.
    gap = 15 / 500 * log10(top / bottom)
    for (i = 1; i <= series; ++i) place[i] = log10(last_y[name[i]])
    for (step = 0; step < 400; ++step)
        for (i = 1; i <= series; ++i)
            for (j = i + 1; j <= series; ++j)
                if (last_x[name[i]] == last_x[name[j]]) {
                    low = place[i] < place[j] || (place[i] == place[j] && i < j) ? i : j
                    high = low == i ? j : i
                    short = gap - (place[high] - place[low])
                    if (short > 0) {
                        place[low] -= short / 2
                        place[high] += short / 2
                    }
                }

    for (i = 1; i <= series; ++i) {
        what = name[i]
        sub(/, .*/, "", what)
        ink = name[i] in colour ? colour[name[i]] : what in colour ? colour[what] : "#555555"
        dash = name[i] ~ /, core/ ? 2 : 1
        printf "$series%d << EOD\n%sEOD\n", i, rows[name[i]]
        x = last_x[name[i]]
        printf "set label '%s' at %.5g,%.5g left font ',11' textcolor rgb '%s'\n", name[i], x * (right / left) ^ 0.02, \
            10 ^ place[i], ink
        printf "set arrow from %.5g,%.5g to %.5g,%.5g nohead lw 0.6 lc rgb '%s'\n", x * (right / left) ^ 0.004, \
            last_y[name[i]], x * (right / left) ^ 0.016, 10 ^ place[i], ink
        bars = bars sprintf("%s$series%d using 1:2:(bar($3)):4 with yerrorbars lc rgb '%s' lw 0.8 ps 0", \
            bars == "" ? "" : ", ", i, ink)
        lines = lines sprintf(", $series%d using 1:2 with linespoints lc rgb '%s' dt %d lw 1.6 pt 7 ps 0.4", \
            i, ink, dash)
    }
    printf "bar(low) = low > %.4g ? low : %.4g\n", bottom, bottom
    print "plot " bars lines
}
