# Which libraries there are and which of ours each depends on.
#
# Each library, after those of ours that it depends on. What users link into their programs never
# depends on measure, report or cli.
set(all_libraries clock posix cpu stats environment fence sleep await timer cancel queue fiber liveness
    measure explain report run runtime cli bench)
# Libraries for other programs. BUILD_SHARED_LIBS makes them shared; the others stay static.
set(parts clock posix fence sleep await timer cancel queue fiber liveness)
set(depends_of_cpu posix)
set(depends_of_environment cpu)
set(depends_of_cancel await sleep fence timer)
set(depends_of_queue await cancel fence sleep)
set(depends_of_fiber cancel queue sleep timer)
set(depends_of_liveness posix sleep)
set(depends_of_measure clock cpu environment posix sleep stats)
set(depends_of_explain clock cpu environment measure posix sleep stats)
set(depends_of_report environment explain measure stats)
set(depends_of_run clock cpu environment explain measure posix report)
set(depends_of_runtime cpu measure posix report run stats)
set(depends_of_cli environment posix report run runtime)
set(depends_of_bench cli)
set(depends_of_testing await cli testing_headers)
# What only their checks use: two that race need a CPU each.
foreach(library IN ITEMS fence sleep cancel liveness)
    set(checks_depend_of_${library} cpu)
endforeach()
set(checks_depend_of_timer clock)
