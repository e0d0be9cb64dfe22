# SPDX-License-Identifier: BSL-1.0
# Draws the gaps of a run over its time to standard output. docs/refresh calls it where series.gp lies, with `heading`,
# `subheading`, `across` and `notes`: the lines of small print.
set terminal svg size 960,480 dynamic noenhanced font "sans-serif,12" background "#ffffff"
set encoding utf8
set logscale y
set border 3 linecolor rgb "#333333"
set tics nomirror textcolor rgb "#333333"
set grid ytics linecolor rgb "#dddddd" linetype 1
set lmargin at screen 0.085
set rmargin at screen 0.985
set tmargin at screen 0.84
set bmargin at screen 0.24
set key off
set label 99 heading at screen 0.5,0.95 center font ",15" textcolor rgb "#111111"
set label 100 subheading at screen 0.5,0.905 center font ",10" textcolor rgb "#333333"
set xlabel across textcolor rgb "#333333"
set ylabel "length of a gap" textcolor rgb "#333333"
set ytics ("1 µs" 1e3, "2 µs" 2e3, "5 µs" 5e3, "10 µs" 1e4, "20 µs" 2e4, "50 µs" 5e4, "100 µs" 1e5, "200 µs" 2e5, \
    "500 µs" 5e5, "1 ms" 1e6, "2 ms" 2e6, "5 ms" 5e6, "10 ms" 1e7, "100 ms" 1e8)
set label 101 notes at screen 0.012,0.085 left font ",9" textcolor rgb "#444444"
load "series.gp"
