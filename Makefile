# SPDX-License-Identifier: BSL-1.0
# Installs missing packages, lets CMake build one tree (CMakeLists.txt, CMakePresets.json), and copies the
# programs here. `make help` lists the targets.

PREFIX      = /usr/local
SETUP       = tools/setup
CMAKE       = cmake
CMAKE_FLAGS =

# Every program that make starts prints English, and CDPATH does not redirect a shell's cd.
export LC_ALL = C
unexport CDPATH

# These variables count only if they are given on make's command line, and a $ in their values is literal. The
# environment may have a variable of the same name for another program, such as TIME for GNU time.
choices = ALLOW_MISSING BASE CASE DRY FAIL_IF_SLOWER FOLDERS HOSTS PAIRS PROGRAMS QUICK RUN_OPTIONS RUNS RUNTIMES \
    SANITIZE SINCE TIME TIMEOUT UNDER V
$(foreach name,$(choices),$(if $(filter environment,$(origin $(name))), \
    $(eval override $(name) =) $(eval unexport $(name)),$(if $(filter command,$(origin $(name))), \
    $(eval override $(name) := $$(value $(name))) $(eval export $(name)))))

# The preset and its build directory: release for use, the others for checks.
PRESET      = release
TREE        = build/$(PRESET)
comma      := ,
checked     = $(if $(SANITIZE),$(sanitized_$(subst $(comma),_,$(SANITIZE))),checks)
sanitized_thread = tsan
sanitized_address_undefined = asan-ubsan

CORES       := $(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
MAKEFLAGS   += --no-print-directory

# The names of the programs; CMake writes them when it configures.
programs     = $(shell cat build/release/programs 2>/dev/null)
measuring    = $(filter-out costSheet bill,$(programs))
leave        = cmp -s build/release/bin/$$program $$program || cp -p build/release/bin/$$program . || exit
# As many jobs as there are cores, unless make's command line has a number.
jobs         = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,--parallel $(CORES))
Q           := $(if $(V),,@)
quiet       := $(if $(V),,>/dev/null)

ifneq ($(SANITIZE),)
ifeq ($(checked),)
$(error SANITIZE=$(SANITIZE): it must be thread or address,undefined)
endif
ifneq ($(MAKECMDGOALS),test)
$(error SANITIZE works only with make test)
endif
endif

# Two targets such as testFiber and testThread would build the same tree at the same time.
.NOTPARALLEL:
.PHONY: always all built ready runtimes run compare explain fleet names test prove accept lint format docs install clean help

all: built
	@for program in $(programs); do $(leave); done
	@echo "ready: $(programs:%=./%)" | fold -s -w 100

# Builds one program and the libraries that it needs.
define program_alone
	@echo "build $(PRESET): $@"
	+$(Q)$(CMAKE) --build $(TREE) $(jobs) $(if $(V),--verbose) --target $@
	@program=$@; $(leave)
	@echo "ready: ./$@"
endef
test%: $(TREE)/configured always
	$(program_alone)
costSheet bill: $(TREE)/configured always
	$(program_alone)

ready:
	@$(SETUP)

# CMake itself configures again when one of its files has changed. It warns of unknown variables only if CMAKE_FLAGS
# is given: the presets name a variable that older versions of CMake lack.
$(TREE)/configured: Makefile CMakePresets.json | ready
	@echo "configure $(PRESET)"
	$(Q)CXX="$$($(SETUP) --compiler)" $(CMAKE) --preset $(PRESET) \
	    $(or $(CMAKE_FLAGS),--no-warn-unused-cli) $(quiet)
	$(Q)touch $@

built: $(TREE)/configured
	@echo "build $(PRESET)"
	+$(Q)$(CMAKE) --build $(TREE) $(jobs) $(if $(V),--verbose)

# The recipes read PROGRAMS=... and the others from the environment, so that every character in them is allowed.
on           = $(filter-out 0 no off,$($(1)))
run_choices  = $${TIME:+--time "$$TIME"} $${RUN_OPTIONS:+--run-options "$$RUN_OPTIONS"}
runs_choice  = $${RUNS:+--runs "$$RUNS"}
quick_choice = $(if $(call on,QUICK),--quick)

# Builds the other runtimes whose toolchains are installed.
runtimes:
	@runtimes/build

# A runtime that cannot be built is named on a line and left out.
run: all
	@$(if $(call on,RUNTIMES),runtimes/build || true)
	@tools/tollgate run $(quick_choice) $(run_choices) $(runs_choice) $(if $(call on,RUNTIMES),--runtimes all) $${PROGRAMS:-$(measuring)}

compare:
	@[ -n "$$BASE" ] || { echo "make compare: BASE is missing, for example BASE=origin/main" >&2; exit 2; }; \
	tools/tollgate compare $${PAIRS:+--pairs "$$PAIRS"} $(run_choices) $${PROGRAMS:+--programs "$$PROGRAMS"} \
	    $${FAIL_IF_SLOWER:+--fail-if-slower "$$FAIL_IF_SLOWER"} \
	    $(if $(call on,ALLOW_MISSING),--allow-missing) "$$BASE"

# The first word of a case's path names its program: `thread/...` is a case of testThread.
explain: $(if $(CASE),all)
	@[ -n "$$CASE" ] || { echo "make explain: CASE is missing, for example CASE=fiber/yield/fibers:4; ./PROGRAM --list prints them" >&2; exit 2; }; \
	word=$${CASE%%/*}; \
	for program in $(measuring); do \
	    [ "$$(echo "$${program#test}" | tr '[:upper:]' '[:lower:]')" = "$$word" ] && break; \
	    program=; \
	done; \
	[ -n "$$program" ] || { echo "make explain: CASE: '$$CASE' is not a case of any program; the programs are: $(measuring)" >&2; exit 2; }; \
	mkdir -p results/partial; \
	"./$$program" --explain "$$CASE" $${UNDER:+--under "$$UNDER"} $${TIME:+--time "$$TIME"} $(quick_choice) \
	    --json results/partial/explain.json && \
	mv results/partial/explain.json results/ && \
	./costSheet --html results/explain.html results/explain.json >/dev/null && \
	echo && echo "the page: results/explain.html"; \
	code=$$?; rmdir results/partial results 2>/dev/null; \
	[ $$code = 0 ] || [ ! -f results/partial/explain.json ] || echo "partial result: results/partial/explain.json"; exit $$code

fleet: $(if $(HOSTS),$(if $(call on,DRY),,all))
	@[ -n "$$HOSTS" ] || { echo "make fleet: HOSTS is missing, for example HOSTS=hosts.txt" >&2; exit 2; }; \
	tools/tollgate fleet $(if $(call on,DRY),--dry-run) $(quick_choice) $(run_choices) \
	    $(runs_choice) $${PROGRAMS:+--programs "$$PROGRAMS"} $${TIMEOUT:+--timeout "$$TIMEOUT"} "$$HOSTS"

names:
	@echo $(measuring)

test:
	@$(SETUP) --checks
	+@$(MAKE) PRESET=$(checked) SANITIZE= build/$(checked)/configured
	@status=0; checks/tests build/$(checked) "$$FOLDERS" --label-exclude '$(if $(SANITIZE),model,model|stress)' || status=1; \
	$(if $(SANITIZE)$(FOLDERS),,checks/run || status=1;) exit $$status

prove:
	@$(SETUP) --all
	@checks/prove $${SINCE:+--since "$$SINCE"} $$FOLDERS

# Checks that the measurements are right. Takes hours, on a machine that does nothing else.
accept: all runtimes
	@status=0; for judge in run "compare same" "compare apart" "compare slower" explain runtimes bill; do \
	    echo "== checks/acceptance/$$judge"; checks/acceptance/$$judge || status=1; done; exit $$status

# clang-tidy reads several sources as one file, because headers take it longer than sources.
lint:
	@$(SETUP) --all
	@$(MAKE) build/checks/configured PRESET=checks
	@status=0; tools/lint || status=1; tools/lint --tidy build/checks || status=1; exit $$status

format:
	@tools/lint --format

docs:
	@command -v doxygen >/dev/null || { echo "make docs: doxygen is missing; tools/setup --checks installs it" >&2; exit 3; }
	@mkdir -p build/docs
	$(Q)doxygen docs/Doxyfile
	@echo "ready: build/docs/html/index.html"

install: built
	@DESTDIR="$(DESTDIR)" CMAKE_INSTALL_ALWAYS=1 $(CMAKE) --install $(TREE) --prefix "$(PREFIX)" $(quiet)
	@echo "installed: $(DESTDIR)$(PREFIX)"

# The libraries sleep, cancel, queue and timer as one header, for a program that has no package of Tollgate.
tollgate_parts.hpp: always
	@tools/one_header $@
	@echo "ready: $@"

clean:
	rm -rf build compile_commands.json tollgate_parts.hpp $(programs)

help:
	@echo "make             build the programs and copy them here"
	@echo "make testFiber   build one program; any program's name works"
	@echo "make run         build and run every program, print one screen of all results, write one page"
	@echo "                 PROGRAMS=\"testFiber testThread\"  TIME=seconds for each program  QUICK=1"
	@echo "                 RUN_OPTIONS=options for every program  RUNTIMES=1: also other runtimes"
	@echo "                 RUNS=5: runs of each program; costSheet --across reads folders of several runs"
	@echo "make docs        write the API reference of the public headers to build/docs/html"
	@echo "make runtimes    build the other runtimes whose toolchains are installed"
	@echo "make compare     BASE=revision: run that revision and this tree interleaved, and compare them"
	@echo "                 PAIRS=pairs of runs  FAIL_IF_SLOWER=5%  ALLOW_MISSING=1"
	@echo "                 PROGRAMS= TIME= RUN_OPTIONS= as above"
	@echo "make explain     CASE=name: explain the cost of that case on this machine; writes one page"
	@echo "                 TIME=seconds  QUICK=1  UNDER=interventions (default: all that are possible)"
	@echo "make fleet       HOSTS=file: the same run on every machine in the file, compared in one table"
	@echo "                 RUNS=5  TIMEOUT=seconds  DRY=1  PROGRAMS= TIME= QUICK=1 RUN_OPTIONS= as above"
	@echo "make test        build and run the checks; FOLDERS=\"common/queue\": only of these folders"
	@echo "                 SANITIZE=thread or SANITIZE=address,undefined: with a sanitizer"
	@echo "make prove       the checks that are too slow for the gate (.ci/run); one to three hours"
	@echo "                 FOLDERS=\"common/cancel queue_test\"  SINCE=revision: only changed folders"
	@echo "make accept      check that the measurements are right; takes hours on an idle machine"
	@echo "make lint        run clang-format, clang-tidy and shellcheck"
	@echo "make format      let clang-format rewrite the sources"
	@echo "make install     install libraries and programs into PREFIX=$(PREFIX), below DESTDIR if given"
	@echo "make tollgate_parts.hpp  write one header with sleep, cancel, queue and timer for programs without the package"
	@echo "make clean       remove everything that was built"
	@echo
	@echo "Give these variables on make's command line; make ignores them in the environment."
	@echo
	@echo "V=1              print every command"
	@echo "CMAKE_FLAGS=...  options for CMake when it configures; run make clean first"
	@echo "SETUP=:          skip the check of installed packages"
	@echo
	@echo "make exits with 2 whatever failed. Scripts that need the exact exit code call tools/tollgate run,"
	@echo "compare, history or fleet instead; their --help lists the exit codes."
