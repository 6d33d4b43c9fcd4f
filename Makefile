# The doorway. meson does the work; every target sets up what it needs first and says what it installs before it does.
#
#   make            build build/weft                      make test     every test, here and under the sanitizers
#   make run        weft serve with a small demo site      make bench    speed and memory as a table
#   make install    PREFIX (/usr/local), DESTDIR          make soak     fuzzing, SOAK_SECONDS (600) for each target
#   make lint       cppcheck, clang-tidy, -fanalyzer      make format   clang-format over the tree
#   make asan       the sanitizer build                   make clean    all but the fetched lexbor

PREFIX ?= /usr/local
DESTDIR ?=
SOAK_SECONDS ?= 600
# Compiled in a third of the time that -O2 -g takes; faults are still told by function and line.
SANITIZE = -Db_sanitize=address,undefined -Db_lundef=false -Doptimization=1 -Dc_args=-g1

.PHONY: all build run test bench soak install asan fuzz lint format clean

all: build

build:
	@tools/setup build
	@$(call configure,build,--prefix '$(PREFIX)')
	@ninja -C build --quiet

# Configures a build folder once; what meson says is shown only where it fails.
configure = [ -f $(1)/build.ninja ] || { mkdir -p $(1); meson setup $(1) $(WERROR) $(2) >$(1)/setup.log || { cat $(1)/setup.log; exit 1; }; }

run: build
	@tools/demo

# A warning is an error for those who test; one of a compiler that nobody here has seen must not keep a user from building.
# Some 370 test programs are linked, twice: mold takes a tenth of the time.
test: export WERROR = --werror
test: export CC_LD = mold
test:
	@tools/setup build test
	@$(MAKE) --no-print-directory asan
	@tools/run-tests build build/asan

asan: build
	@$(call configure,build/asan,$(SANITIZE))
	@ninja -C build/asan --quiet

bench: build
	@tools/setup build bench
	@failed=0; for one in run records criteria report serve store check vidiff fragments browser freshness; do \
	    [ ! -x bench/$$one ] || bench/$$one || failed=1; done; exit $$failed

fuzz: build
	@tools/setup build test
	@export CC=clang-14; $(call configure,build/fuzz,$(SANITIZE) -Dfuzz=true)
	@ninja -C build/fuzz --quiet

soak: fuzz
	@tools/soak $(SOAK_SECONDS)

install: build
	@meson configure build -Dprefix='$(PREFIX)'
	@DESTDIR='$(DESTDIR)' meson install -C build --quiet
	@[ -n '$(DESTDIR)' ] || ldconfig 2>/dev/null || true

lint:
	@tools/setup build test
	@$(MAKE) --no-print-directory build
	@tools/check-lint . build

format:
	@tools/setup build test
	@tools/check-format --fix

clean:
	@[ ! -d build ] || find build -mindepth 1 -maxdepth 1 ! -name deps -exec rm -rf {} +
