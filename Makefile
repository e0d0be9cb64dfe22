# SPDX-License-Identifier: BSL-1.0
# Builds the libraries in common/, installs them into a prefix below build/, and builds every
# other folder that has a CMakeLists.txt against that prefix, as an outside user would. What a
# program installs into bin/ is then copied here. `make help` lists the targets.

PREFIX      = /usr/local
SETUP       = ./setup
CMAKE       = cmake
CMAKE_FLAGS =

# One tree of build directories for using, and others for checking, so that neither slows the other.
TREE        = build
CHECKS      = OFF
# Where programs find the libraries. Another tree's are not built again.
LIBRARIES   = $(TREE)/prefix
CHECKED     = build/$(if $(SANITIZE),sanitize-$(subst $(comma),-,$(SANITIZE)),test)
comma      := ,
# With -O1 the compiler takes two thirds of the time that it takes with -O3. What is measured is
# built with the latter, in the other tree.
checked_flags = $(if $(filter ON,$(CHECKS)),-DCMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG")

FOLDERS     := $(patsubst %/,%,$(sort $(dir $(filter-out common/%,$(wildcard */CMakeLists.txt)))))
PROJECTS    := common $(FOLDERS)
CORES       := $(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
MAKEFLAGS   += --no-print-directory

# Names of the programs, known once they are built.
programs     = $(shell sed -n 's|.*/bin/||p' $(FOLDERS:%=build/%/install_manifest.txt) 2>/dev/null)
measuring    = $(filter-out costSheet,$(programs))
# As many jobs as there are cores, unless this make was given a number.
at_once      = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,$(1) $(CORES))
jobs         = $(call at_once,--parallel)
Q           := $(if $(V),,@)
quiet       := $(if $(V),,>/dev/null)

ifneq ($(SANITIZE),)
ifeq ($(filter test lint built configured,$(MAKECMDGOALS)),)
$(error SANITIZE goes with: make test)
endif
endif

.PHONY: all built configured ready run compare fleet names test lint format install clean help $(PROJECTS)

all: built
	@for program in $(programs); do \
	    cmp -s build/prefix/bin/$$program $$program || cp -p build/prefix/bin/$$program . || exit; \
	done
	@echo "ready: $(programs:%=./%)"

built: $(PROJECTS)
configured: $(PROJECTS:%=$(TREE)/%/configured)

ready:
	@$(SETUP)

# CMake itself configures again when one of its files has changed. The linker's own list of what it
# has read is not used: GNU ld writes a path with a space in it as two, and all would be linked again.
$(PROJECTS:%=$(TREE)/%/configured): $(TREE)/%/configured: Makefile | ready
	@echo "configure $*"
	$(Q)CXX="$$($(SETUP) --compiler)" $(CMAKE) -S $* -B $(TREE)/$* --no-warn-unused-cli \
	    -DCMAKE_TARGET_MESSAGES=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
	    -DCMAKE_LINK_DEPENDS_USE_LINKER=OFF \
	    -DCMAKE_PREFIX_PATH="$(CURDIR)/$(LIBRARIES)" \
	    -DTOLLGATE_CHECKS=$(CHECKS) -DTOLLGATE_SANITIZE="$(SANITIZE)" $(checked_flags) $(CMAKE_FLAGS) $(quiet)
	$(Q)touch $@

$(PROJECTS): %: $(TREE)/%/configured
	@echo "build $@"
	+$(Q)$(CMAKE) --build $(TREE)/$@ $(jobs) $(if $(V),--verbose)
	$(Q)$(if $(filter common,$@),$(refresh_prefix),$(call install_into,$(TREE)/prefix) $(quiet))

# CMake would take a file for unchanged that is less than a second newer; hence "always".
install_into = DESTDIR= CMAKE_INSTALL_ALWAYS=1 $(CMAKE) --install $(TREE)/$@ --prefix "$(CURDIR)/$(1)"

# The libraries are installed beside the prefix first, and only what differs goes into it (and
# what is gone, out of it), so that programs build again exactly what a change concerns.
refresh_prefix = rm -rf $(TREE)/staged && $(call install_into,$(TREE)/staged) $(quiet) && \
	mkdir -p $(TREE)/prefix && cd $(TREE)/staged && \
	find . -type f | while read -r file; do \
	    cmp -s $$file ../prefix/$$file || \
	        { mkdir -p ../prefix/$${file%/*} && cp $$file ../prefix/$$file; } || exit; \
	done && cd ../prefix && \
	find . -type f ! -path './bin/*' | while read -r file; do \
	    [ -f ../staged/$$file ] || rm -f $$file; \
	done

$(FOLDERS): | common
$(FOLDERS:%=$(TREE)/%/configured): | $(if $(filter $(TREE)/%,$(LIBRARIES)),common)

# What was given on the command line, PROGRAMS=..., is in the environment of these, whatever
# characters are in it.
on           = $(filter-out 0 no off,$($(1)))
run_choices  = $${TIME:+--time "$$TIME"} $${RUN_OPTIONS:+--run-options "$$RUN_OPTIONS"}
quick_choice = $(if $(call on,QUICK),--quick)

run: all
	@./run_all $(quick_choice) $(run_choices) $${PROGRAMS:-$(measuring)}

compare:
	@[ -n "$$BASE" ] || { echo "make compare: BASE is missing, for example BASE=origin/main" >&2; exit 2; }; \
	compare/run $${PAIRS:+--pairs "$$PAIRS"} $(run_choices) $${PROGRAMS:+--programs "$$PROGRAMS"} \
	    $${FAIL_IF_SLOWER:+--fail-if-slower "$$FAIL_IF_SLOWER"} "$$BASE"

fleet: $(if $(call on,DRY),,all)
	@[ -n "$$HOSTS" ] || { echo "make fleet: HOSTS is missing, for example HOSTS=hosts.txt" >&2; exit 2; }; \
	fleet/run $(if $(call on,DRY),--dry-run) $(quick_choice) $(run_choices) \
	    $${PROGRAMS:+--programs "$$PROGRAMS"} $${TIMEOUT:+--timeout "$$TIMEOUT"} "$$HOSTS"

names:
	@echo $(measuring)

test:
	@$(SETUP) --all
	+@$(MAKE) $(call at_once,-j) TREE=$(CHECKED) CHECKS=ON built
	@status=0; check/ctests $(PROJECTS:%=$(CHECKED)/%) || status=1; \
	$(if $(SANITIZE),,check/run || status=1;) exit $$status

# clang-tidy sees several sources as one: it takes longer for the headers than for them.
lint:
	@$(SETUP) --all
	@$(MAKE) TREE=$(CHECKED) CHECKS=ON common
	@rm -f build/lint/*/configured
	@$(MAKE) TREE=build/lint LIBRARIES=$(CHECKED)/prefix CHECKS=ON \
	    CMAKE_FLAGS="$(CMAKE_FLAGS) -DCMAKE_UNITY_BUILD=ON" configured
	@check/lint $(PROJECTS:%=build/lint/%)

format:
	@check/lint --format

install: built
	@for project in $(PROJECTS); do \
	    DESTDIR="$(DESTDIR)" CMAKE_INSTALL_ALWAYS=1 $(CMAKE) --install build/$$project \
	        --prefix "$(PREFIX)" $(quiet) || exit; \
	done
	@echo "installed: $(DESTDIR)$(PREFIX)"

clean:
	rm -rf build $(programs)

help:
	@echo "make             build the programs and leave them here"
	@echo "make run         build, run every program, print one sheet of all results, write one page"
	@echo "                 PROGRAMS=\"testFiber testThread\"  TIME=seconds for each  QUICK=1"
	@echo "                 RUN_OPTIONS=more options for every program"
	@echo "make compare     BASE=revision: that one and this one in turns; is this one slower?"
	@echo "                 PAIRS=turns  FAIL_IF_SLOWER=5%  PROGRAMS= TIME= RUN_OPTIONS= as above"
	@echo "make fleet       HOSTS=file: the same run on every machine in it, laid side by side"
	@echo "                 TIMEOUT=seconds  DRY=1  PROGRAMS= TIME= QUICK=1 RUN_OPTIONS= as above"
	@echo "make test        build with all checks and run them"
	@echo "                 SANITIZE=thread or SANITIZE=address,undefined: with a sanitizer"
	@echo "make lint        clang-format, clang-tidy and shellcheck"
	@echo "make format      let clang-format rewrite the sources"
	@echo "make install     libraries and programs into PREFIX=$(PREFIX), below DESTDIR if given"
	@echo "make clean       remove what was built"
	@echo
	@echo "V=1              print every command"
	@echo "CMAKE_FLAGS=...  for CMake, when it configures: make clean first"
	@echo "SETUP=:          do not look at installed packages"
	@echo
	@echo "make ends with 2 whatever failed. A script that wants to know calls ./run_all, compare/run"
	@echo "and fleet/run itself: each has --help, and exit codes that say it."
