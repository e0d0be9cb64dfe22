#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# tools/tollgate fleet on fake machines: several sshd on loopback addresses, with keys and ports of their own, and a
# project that only pretends to build and to measure. The project finds out by its folder on which machine it is.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/../lib.sh" || exit

project="$temporary/stand in"
mkdir -p "$project/tools"
cd "$project" || exit
cp -R "$top/tools/"{tollgate,orchestrate} tools/
cat >Makefile <<'END'
all:
	@case "$$PWD" in */127.0.0.3*) echo 'src/main.cpp:7: error: no such thing' >&2; exit 1 ;; esac
	@mkdir -p build && cp -p testA.source testA && cp -p costSheet.source costSheet && echo built
names:
	@echo testA
END
# Instead of measuring, the program writes its folder's name. On some machines it hangs or fails.
cat >testA.source <<'END'
#!/bin/bash
arguments="$*" file=
while [ $# != 0 ]; do
    if [ "$1" = --json ]; then file=$2; fi
    shift
done
case $PWD in
*/127.0.0.4*) echo begun >>"$HANGS"; exec sleep 6173 ;;
*/127.0.0.5*) echo incomplete >"$file"; exit 1 ;;
esac
echo "${PWD##*/}: $arguments" >"$file"
END
sed -i.bak "s|\$HANGS|$temporary/hangs|" testA.source
cat >costSheet.source <<'END'
#!/bin/bash
echo "costSheet $*"
if [ "$1" = --html ]; then echo page >"$2"; fi
END
chmod +x ./*.source
make >/dev/null 2>&1
git init -q . && git add tools Makefile ./*.source
rm Makefile.bak ./*.bak 2>/dev/null

# --- checks without machines -------------------------------------------------------------------------

# bad_line "LINE" "NEEDLE"
bad_line() {
    printf '%s\n' "# machines" "$1" >hosts
    run tools/tollgate fleet hosts
    expect "a line $(printf %q "$1"): exit 2, one line that names it" \
        [ "$code $(wc -l <<<"$output") $(grep -c "line 2" <<<"$output")" = "2 1 1" ]
}
for line in "a b" "-oProxyCommand=touch" "user@-x" "a;b" "\$(touch broken)" "../x" ".hidden" "host:65536" "@host" $'a\e[31m' "failed"; do
    bad_line "$line"
done
# refused NEEDLE ARGUMENT...
refused() {
    run tools/tollgate fleet "${@:2}"
    expect "refused$(printf ' %q' "${@:2}"): exit 2, one line" [ "$code $(wc -l <<<"$output") $(grep -cF -- "$1" <<<"$output")" = "2 1 1" ]
}
printf 'a\nb\na:22\n' >hosts
refused a hosts
printf '# none\n\n' >hosts
refused hosts hosts
echo a >hosts
refused no_such_file no_such_file
refused "a;b" --programs 'a;b' hosts
FLEET_SSH="-F 'a" refused "FLEET_SSH in the environment: missing closing quote" hosts
GIT_TEST_ASSUME_DIFFERENT_OWNER=1 GIT_CONFIG_GLOBAL=/dev/null run tools/tollgate fleet hosts
expect "git refuses the folder: exit 3, one line with its reason" \
    [ "$code $(wc -l <<<"$output") $(grep -c "git: fatal: detected dubious ownership" <<<"$output")" = "3 1 1" ]
expect "a refused command leaves no file" [ ! -e results -a ! -e broken ]

# A machine may send anything: a link, a folder, a strange file name, no archive at all.
mkdir -p "$temporary/odd/folder.json"
(cd "$temporary/odd" && echo good >good.json && echo bad >'b d.json' && echo bad >$'b\e.json' &&
    ln -s /etc/passwd link.json && echo bad >notes.txt && tar -czf ../odd.tar.gz -- *)
unpack() {
    rm -rf "$temporary/taken"
    PYTHONPATH=tools python3 -Bc 'import pathlib, sys; from orchestrate import fleet
sys.exit(not fleet.unpack_results(*map(pathlib.Path, sys.argv[1:])))' "$1" "$temporary/taken"
}
unpack "$temporary/odd.tar.gz"
expect "only plain files with plain names are unpacked" [ "$(ls -A "$temporary/taken")" = good.json ]
head -c 100 "$temporary/odd.tar.gz" >"$temporary/half.tar.gz"
for file in "$temporary/half.tar.gz" /dev/null "$project/Makefile"; do
    if unpack "$file"; then code=0; else code=1; fi
    expect "an archive without results is reported: ${file##*/}" [ "$code" = 1 ]
done

# --- machines -------------------------------------------------------------------------------------------

sshd=$(PATH=$PATH:/usr/sbin:/usr/local/sbin command -v sshd)
for tool in "${sshd:-sshd} (Debian: openssh-server)" "ssh (Debian: openssh-client)" \
    "pgrep (Debian: procps)"; do
    if ! command -v "${tool%% *}" >/dev/null; then
        echo "skipped the machines: there is no $tool"
        finish
        exit
    fi
done
printf 'here\nthere\n' >hosts
run tools/tollgate fleet --dry-run --quick hosts
expect "a dry run prints the commands, and writes nothing" \
    [ "$code $(grep -c '^ssh .* -- there ' <<<"$output")" = "0 1" -a ! -e results ]
rm -rf results

if [ "$(uname -s)" != Linux ]; then
    echo "skipped the machines: only Linux answers on every address of 127.0.0.0/8"
    finish
    exit
fi
if [ "$(id -u)" = 0 ] && [ ! -d /run/sshd ]; then
    mkdir /run/sshd
    made_run_sshd=yes
fi
servers=()
mkdir -p "$temporary/decoy/"{tools/orchestrate,build/fleet_results} # where CDPATH would lead a cd
trap 'kill "${servers[@]}" 2>/dev/null; if [ -n "${made_run_sshd:-}" ]; then rmdir /run/sshd; fi; rm -rf "$temporary"' EXIT
keys=$temporary/keys
mkdir -m 700 "$keys"
ssh-keygen -q -t ed25519 -N "" -f "$keys/host" && ssh-keygen -q -t ed25519 -N "" -f "$keys/user"
cp "$keys/user.pub" "$keys/authorized"
port=$((20000 + RANDOM % 10000))
# serve ADDRESS: starts a machine.
serve() {
    "$sshd" -D -e -f /dev/null -o "ListenAddress=$1:$port" -o HostKey="$keys/host" -o UsePAM=no \
        -o AuthorizedKeysFile="$keys/authorized" -o StrictModes=no -o PidFile=none -o MaxStartups=100 \
        -o SetEnv="CDPATH=$temporary/decoy" \
        -o PermitRootLogin=yes -o PasswordAuthentication=no >>"$temporary/sshd.log" 2>&1 </dev/null &
    servers+=($!)
}
for address in 127.0.0.{2,3,4,5,6}; do serve "$address"; done
cat >"$temporary/ssh_config" <<END
Host *
    IdentityFile $keys/user
    IdentitiesOnly yes
    StrictHostKeyChecking no
    UserKnownHostsFile /dev/null
    LogLevel ERROR
END
export FLEET_SSH="-F $temporary/ssh_config" FLEET_FOLDER=$temporary/machines
answers() { ssh -F "$temporary/ssh_config" -o BatchMode=yes -o ConnectTimeout=5 -p $port "$1" true 2>"$temporary/answer"; }
for address in 127.0.0.{2,3,4,5,6}; do
    tenths=0
    until answers "$address" || [ $((tenths += 1)) = 50 ]; do sleep 0.1; done
done
if ! answers 127.0.0.2; then
    echo "skipped the machines: sshd does not let us in: $(tail -n 1 "$temporary/answer" "$temporary/sshd.log" | xargs)"
    finish
    exit
fi
is_new() { grep -q "^$1: " "results/$1/testA${2-}.json"; }
hosts() { printf "%s:$port\n" "$@" >hosts; }

# A folder on the machine that has other files.
mkdir -p "$FLEET_FOLDER/127.0.0.6" && echo mine >"$FLEET_FOLDER/127.0.0.6/thesis"
hosts 127.0.0.6
run tools/tollgate fleet hosts
expect "a folder on the machine with other files: exit 2, named, no file changed" \
    [ "$code $(grep -c '^127.0.0.6: .* has files of others' <<<"$output") $(ls -A "$FLEET_FOLDER/127.0.0.6")" = "2 1 thesis" ]
rm -r "$FLEET_FOLDER/127.0.0.6"

printf '%s\n' "# all good" "127.0.0.2:$port # the first" "" "$(id -un)@127.0.0.6:$port" >hosts
run tools/tollgate fleet --time 3 --run-options "--only 'a  b'" --programs testA hosts
expect "two machines: exit 0" [ "$code" = 0 ]
[ "$code" = 0 ] || echo "$output" "$(cat results/fleet/*.log)"
expect "both have results of five runs" eval "is_new 127.0.0.2 -5 && is_new 127.0.0.6 -5"
expect "the expected time is printed" contains "$output" "runs of each program: 5, about 0.2 min"
expect "options reach the program unchanged" contains "$(cat results/127.0.0.2/testA-1.json)" "--only a  b"
expect "the machines are compared" \
    contains "$output" "costSheet --across results/127.0.0.2 results/127.0.0.6"$'\nresults of 2 of 2 machines came in'
expect "no temporary file is left" [ -z "$(find results -name '.*')" ]

# A machine that does not answer, one whose build fails, one that hangs, one whose self-check fails, and a good one.
for host in 127.0.0.{2,3,4,5,7}; do
    mkdir -p "results/$host" && echo old >"results/$host/testA.json"
done
echo mine >results/127.0.0.2/notes
hosts 127.0.0.{2,3,4,5,7}
run tools/tollgate fleet --runs 1 --timeout 6 hosts
expect "some fail: exit 1" [ "$code" = 1 ]
expect "the good machine's result is new, and other files in its folder are kept" \
    [ "$(cut -d : -f 1 results/127.0.0.2/testA.json) $(cd results/127.0.0.2 && echo *)" = "127.0.0.2 notes testA.json" ]
expect "the earlier results of the others are kept" [ "$(cat results/127.0.0.{3,4,5,7}/testA.json | sort -u)" = old ]
expect "the machine that does not answer is named with its reason" \
    grep -q '^127.0.0.7: ssh: connect .* refused (its earlier results are kept)$' <<<"$output"
expect "the machine that does not build is named with its reason" contains "$output" "127.0.0.3: building: src/main.cpp:7: error: no such thing"
expect "the machine that hangs is named with its reason" contains "$output" "127.0.0.4: not done after 6 s while running"
expect "the machine whose self-check fails is named with its reason" contains "$output" "127.0.0.5: running: testA: exit code 1"
expect "each failed machine has one line" [ "$(grep -c '^127' <<<"$output")" = 4 ]
expect "no earlier result is shown" contains "$output" "costSheet results/127.0.0.2/testA.json"
[ "$failures" = 0 ] || echo "$output"
# gone: whether the program that hung has ended on the machine.
gone() {
    local tenths=0
    while pgrep -f '^sleep 6173$' >/dev/null && [ $((tenths += 1)) -lt 100 ]; do sleep 0.1; done
    [ $tenths -lt 100 ]
}
expect "the program that hung has ended on the machine" gone

# Interrupted while one machine hangs: the other one's results are shown.
hosts 127.0.0.2 127.0.0.4
set -m # a process group, and Ctrl-C as on a terminal
rm -rf results/127.0.0.2 "$temporary/hangs"
tools/tollgate fleet --runs 1 hosts >"$temporary/out" 2>&1 </dev/null &
pid=$!
tenths=0
until [ -e "$temporary/hangs" ] && [ -e results/127.0.0.2 ] || [ $((tenths += 1)) = 600 ]; do sleep 0.1; done
kill -INT -- -$pid
wait $pid
expect "interrupted: exit 130" [ $? = 130 ]
output=$(<"$temporary/out")
expect "interrupted: the complete results are shown" contains "$output" "costSheet results/127.0.0.2/testA.json"
expect "interrupted: the machine without results is named" contains "$output" "127.0.0.4: interrupted while running"
expect "interrupted: the program on the machine has ended" gone
expect "interrupted: no temporary file is left" [ -z "$(find results -name '.*')" ]

finish
