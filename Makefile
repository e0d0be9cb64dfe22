# SPDX-License-Identifier: BSL-1.0
# The front door: sets up, lets CMake build one tree (CMakeLists.txt, CMakePresets.json), and leaves the
# programs here. `make help` lists the targets.

PREFIX      = /usr/local
SETUP       = tools/setup
CMAKE       = cmake
CMAKE_FLAGS =

# All programs that this make starts speak one language, and a shell's cd goes where it is told.
export LC_ALL = C
unexport CDPATH

# Of these counts what was given to make, and a $ in it is one: an environment may have a TIME for GNU time, or a BASE
# of somebody else's.
choices = ALLOW_MISSING BASE CASE DRY FAIL_IF_SLOWER FOLDERS HOSTS PAIRS PROGRAMS QUICK RUN_OPTIONS RUNS RUNTIMES \
    SANITIZE SINCE TIME TIMEOUT UNDER V
$(foreach name,$(choices),$(if $(filter environment,$(origin $(name))), \
    $(eval override $(name) =) $(eval unexport $(name)),$(if $(filter command,$(origin $(name))), \
    $(eval override $(name) := $$(value $(name))) $(eval export $(name)))))

# The preset and its build directory: one for using, others for checking.
PRESET      = release
TREE        = build/$(PRESET)
comma      := ,
checked     = $(if $(SANITIZE),$(sanitized_$(subst $(comma),_,$(SANITIZE))),checks)
sanitized_thread = tsan
sanitized_address_undefined = asan-ubsan

CORES       := $(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
MAKEFLAGS   += --no-print-directory

# Names of the programs, known once CMake has configured.
programs     = $(shell cat build/release/programs 2>/dev/null)
measuring    = $(filter-out costSheet,$(programs))
leave        = cmp -s build/release/bin/$$program $$program || cp -p build/release/bin/$$program . || exit
# As many jobs as there are cores, unless this make was given a number.
jobs         = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,--parallel $(CORES))
Q           := $(if $(V),,@)
quiet       := $(if $(V),,>/dev/null)

ifneq ($(SANITIZE),)
ifeq ($(checked),)
$(error SANITIZE is $(SANITIZE), and neither thread nor address,undefined)
endif
ifneq ($(MAKECMDGOALS),test)
$(error SANITIZE goes with: make test)
endif
endif

# Two programs' names are two builds of the same tree.
.NOTPARALLEL:
.PHONY: always all built ready runtimes run compare explain fleet names test prove accept lint format install clean help

all: built
	@for program in $(programs); do $(leave); done
	@echo "ready: $(programs:%=./%)"

# One program alone, and the libraries that it needs.
define program_alone
	@echo "build $(PRESET): $@"
	+$(Q)$(CMAKE) --build $(TREE) $(jobs) $(if $(V),--verbose) --target $@
	@program=$@; $(leave)
	@echo "ready: ./$@"
endef
test%: $(TREE)/configured always
	$(program_alone)
costSheet: $(TREE)/configured always
	$(program_alone)

ready:
	@$(SETUP)

# CMake itself configures again when one of its files has changed. It is to warn of a variable that it does
# not know if it was given here; the presets name one that older ones lack.
$(TREE)/configured: Makefile CMakePresets.json | ready
	@echo "configure $(PRESET)"
	$(Q)CXX="$$($(SETUP) --compiler)" $(CMAKE) --preset $(PRESET) \
	    $(or $(CMAKE_FLAGS),--no-warn-unused-cli) $(quiet)
	$(Q)touch $@

built: $(TREE)/configured
	@echo "build $(PRESET)"
	+$(Q)$(CMAKE) --build $(TREE) $(jobs) $(if $(V),--verbose)

# What was given on the command line, PROGRAMS=..., is in the environment of these, whatever
# characters are in it.
on           = $(filter-out 0 no off,$($(1)))
run_choices  = $${TIME:+--time "$$TIME"} $${RUN_OPTIONS:+--run-options "$$RUN_OPTIONS"}
runs_choice  = $${RUNS:+--runs "$$RUNS"}
quick_choice = $(if $(call on,QUICK),--quick)

# Other runtimes beside ours, where their toolchains are.
runtimes:
	@runtimes/build

# One that cannot be built is missed with a line, and nothing else is.
run: all
	@$(if $(call on,RUNTIMES),runtimes/build || true)
	@tools/tollgate run $(quick_choice) $(run_choices) $(runs_choice) $(if $(call on,RUNTIMES),--runtimes all) $${PROGRAMS:-$(measuring)}

compare:
	@[ -n "$$BASE" ] || { echo "make compare: BASE is missing, for example BASE=origin/main" >&2; exit 2; }; \
	tools/tollgate compare $${PAIRS:+--pairs "$$PAIRS"} $(run_choices) $${PROGRAMS:+--programs "$$PROGRAMS"} \
	    $${FAIL_IF_SLOWER:+--fail-if-slower "$$FAIL_IF_SLOWER"} \
	    $(if $(call on,ALLOW_MISSING),--allow-missing) "$$BASE"

# The program of a case is the one that is named after the first word of its path: `thread/...` is
# testThread's.
explain: $(if $(CASE),all)
	@[ -n "$$CASE" ] || { echo "make explain: CASE is missing, for example CASE=fiber/yield/fibers:4; ./PROGRAM --list prints them" >&2; exit 2; }; \
	word=$${CASE%%/*}; \
	for program in $(measuring); do \
	    [ "$$(echo "$${program#test}" | tr '[:upper:]' '[:lower:]')" = "$$word" ] && break; \
	    program=; \
	done; \
	[ -n "$$program" ] || { echo "make explain: CASE: '$$CASE' is a case of no program; the programs are: $(measuring)" >&2; exit 2; }; \
	mkdir -p results/partial; \
	"./$$program" --explain "$$CASE" $${UNDER:+--under "$$UNDER"} $${TIME:+--time "$$TIME"} $(quick_choice) \
	    --json results/partial/explain.json && \
	mv results/partial/explain.json results/ && \
	./costSheet --html results/explain.html results/explain.json >/dev/null && \
	echo && echo "the page: results/explain.html"; \
	code=$$?; rmdir results/partial results 2>/dev/null; \
	[ $$code = 0 ] || [ ! -f results/partial/explain.json ] || echo "what there is: results/partial/explain.json"; exit $$code

fleet: $(if $(HOSTS),$(if $(call on,DRY),,all))
	@[ -n "$$HOSTS" ] || { echo "make fleet: HOSTS is missing, for example HOSTS=hosts.txt" >&2; exit 2; }; \
	tools/tollgate fleet $(if $(call on,DRY),--dry-run) $(quick_choice) $(run_choices) \
	    $(runs_choice) $${PROGRAMS:+--programs "$$PROGRAMS"} $${TIMEOUT:+--timeout "$$TIMEOUT"} "$$HOSTS"

names:
	@echo $(measuring)

test:
	@$(SETUP) --all
	+@$(MAKE) PRESET=$(checked) SANITIZE= build/$(checked)/configured
	@status=0; checks/tests build/$(checked) "$$FOLDERS" --label-exclude '$(if $(SANITIZE),model,model|stress)' || status=1; \
	$(if $(SANITIZE)$(FOLDERS),,checks/run || status=1;) exit $$status

prove:
	@$(SETUP) --all
	@checks/prove $${SINCE:+--since "$$SINCE"} $$FOLDERS

# Is the instrument right? Hours, on a machine that does nothing else.
accept: all runtimes
	@status=0; for judge in run "compare same" "compare apart" "compare slower" explain runtimes; do \
	    echo "== checks/acceptance/$$judge"; checks/acceptance/$$judge || status=1; done; exit $$status

# clang-tidy sees several sources as one: it takes longer for the headers than for them.
lint:
	@$(SETUP) --all
	@$(MAKE) build/checks/configured PRESET=checks
	@status=0; tools/lint || status=1; tools/lint --tidy build/checks || status=1; exit $$status

format:
	@tools/lint --format

install: built
	@DESTDIR="$(DESTDIR)" CMAKE_INSTALL_ALWAYS=1 $(CMAKE) --install $(TREE) --prefix "$(PREFIX)" $(quiet)
	@echo "installed: $(DESTDIR)$(PREFIX)"

clean:
	rm -rf build compile_commands.json $(programs)

help:
	@echo "make             build the programs and leave them here"
	@echo "make testFiber   that program alone, or any other by its name"
	@echo "make run         build, run every program, print one screen of all results, write one page"
	@echo "                 PROGRAMS=\"testFiber testThread\"  TIME=seconds for each  QUICK=1"
	@echo "                 RUN_OPTIONS=more options for every program  RUNTIMES=1: other runtimes beside ours"
	@echo "                 RUNS=5 runs of each program; costSheet --across takes a folder of several"
	@echo "make runtimes    build the runtimes whose toolchains are there, for RUNTIMES=1 and --runtimes"
	@echo "make compare     BASE=revision: that one and this one in turns; is this one slower?"
	@echo "                 PAIRS=turns  FAIL_IF_SLOWER=5%  ALLOW_MISSING=1  PROGRAMS= TIME= RUN_OPTIONS= as above"
	@echo "make explain     CASE=name: why that case costs what it costs here; writes one page"
	@echo "                 TIME=seconds  QUICK=1  UNDER=interventions, all that are possible if not given"
	@echo "make fleet       HOSTS=file: the same run on every machine in it, laid side by side"
	@echo "                 RUNS=5  TIMEOUT=seconds  DRY=1  PROGRAMS= TIME= QUICK=1 RUN_OPTIONS= as above"
	@echo "make test        build with the checks and run them; FOLDERS=\"common/queue\": of these alone"
	@echo "                 SANITIZE=thread or SANITIZE=address,undefined: with a sanitizer"
	@echo "make prove       what is too slow for the gate (.ci/run), before a release: an hour"
	@echo "                 FOLDERS=\"common/cancel queue_test\", or SINCE=revision: what changed since then"
	@echo "make accept      is the instrument right? Hours, on a machine that does nothing else"
	@echo "make lint        clang-format, clang-tidy and shellcheck"
	@echo "make format      let clang-format rewrite the sources"
	@echo "make install     libraries and programs into PREFIX=$(PREFIX), below DESTDIR if given"
	@echo "make clean       remove what was built"
	@echo
	@echo "These count where they are given to make; what the environment has of such names does not."
	@echo
	@echo "V=1              print every command"
	@echo "CMAKE_FLAGS=...  for CMake, when it configures: make clean first"
	@echo "SETUP=:          do not look at installed packages"
	@echo
	@echo "make ends with 2 whatever failed. A script that wants to know calls tools/tollgate run,"
	@echo "compare or fleet itself: each has --help, and exit codes that say it."
