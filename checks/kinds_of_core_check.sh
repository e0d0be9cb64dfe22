#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# Programs report two kinds of core. Here hwloc reads a description in which CPU 1 is a slower core than CPU 0.
# TOLLGATE_BIN names another folder with the programs.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh"

expect "testThread is built" [ -x "$bin/testThread" ]
if ! taskset -c 0,1 [ "$(uname)" = Linux ] 2>/dev/null; then
    echo "skipped kinds of core: CPU 0 and CPU 1 are not both allowed"
    finish
    exit
fi
cd "$temporary" || exit

nodes='nodeset="0x1" complete_nodeset="0x1"'
both='cpuset="0x3" complete_cpuset="0x3"'
cat >machine.xml <<XML
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE topology SYSTEM "hwloc2.dtd">
<topology version="2.0">
  <object type="Machine" os_index="0" $both allowed_cpuset="0x3" $nodes allowed_nodeset="0x1" gp_index="1">
    <object type="NUMANode" os_index="0" $both $nodes gp_index="2" local_memory="1073741824"/>
$(for cpu in 0 1; do
    attributes="os_index=\"$cpu\" cpuset=\"0x$((cpu + 1))\" complete_cpuset=\"0x$((cpu + 1))\" $nodes"
    echo "<object type=\"Core\" $attributes gp_index=\"$((3 + cpu))\">"
    echo "<object type=\"PU\" $attributes gp_index=\"$((5 + cpu))\"/></object>"
done)
  </object>
  <cpukind cpuset="0x2" forced_efficiency="0"><info name="CoreType" value="Slow"/></cpukind>
  <cpukind cpuset="0x1" forced_efficiency="1"><info name="CoreType" value="Fast"/></cpukind>
</topology>
XML
hybrid() { taskset -c 0,1 env HWLOC_XMLFILE=machine.xml HWLOC_THISSYSTEM=1 "$bin/testThread" "$@"; }

run hybrid --environment
expect "the environment names both kinds, and the kind on which threads are placed" contains "$output" \
    "bad kinds of core: Fast on CPU 0, where threads are placed; Slow on CPU 1 (equal work"
run hybrid --environment --cpus 1
expect "CPUs of one kind are ok" contains "$output" "ok kinds of core: Slow on CPU 1 alone"
run hybrid --list --all
expect "pairs across kinds have a placement" contains "$output" $'\nthread/condvar/threads:4/placement:mixed\n'
run hybrid --placement same --only condvar --rounds 6 --json result.json
expect "the result names the kinds" grep -qF '2 cores (Fast: CPU 0; Slow: CPU 1)' result.json
expect "the thread was placed on the fast core" \
    [ "$(jq -c '[.tollgate.cases[].cpus] | unique' result.json)" = "[[0]]" ]
run taskset -c 0 "$bin/testThread" --list --all
expect "a machine with one kind of core has no placement mixed" lacks "$output" mixed
finish
