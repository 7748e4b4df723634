# Shared by ./pleach and ./test: finds cargo, and installs the system packages that the build
# needs. Sourced, never run. The caller sets `root` (the top of the source tree).

say() { printf 'pleach: %s\n' "$*" >&2; }
die() { say "$@"; exit 1; }

# What the build needs and why; the tests add csmith (random C programs).
build_packages=(
  clang-22            # compiles the programs under test and our runtime
  llvm-22-dev         # reads their bitcode
  libclang-rt-22-dev  # sanitizers, against which findings are checked
  libz3-dev           # the solver for hard queries
  zlib1g-dev libzstd-dev libxml2-dev libffi-dev  # what LLVM links to
  musl-dev            # the library that programs built with pleach cc are linked with
  build-essential pkg-config
)

case ${CARGO_TARGET_DIR:-} in
  '') target=$root/target ;;
  /*) target=$CARGO_TARGET_DIR ;;
  *) target=$PWD/$CARGO_TARGET_DIR ;;
esac

need_cargo() {
  command -v cargo >/dev/null && return
  if [[ -x ${CARGO_HOME:-$HOME/.cargo}/bin/cargo ]]; then
    PATH=${CARGO_HOME:-$HOME/.cargo}/bin:$PATH
    return
  fi
  local wanted
  wanted=$(sed -n 's/^rust-version *= *"\(.*\)"/\1/p' "$root/Cargo.toml")
  say "cargo, Rust's build tool, was not found (neither in PATH nor in ~/.cargo/bin)."
  say "pleach is built from source once and needs Rust $wanted or newer."
  say "Install it with rustup (see the Rust project's home page, \"Install\"),"
  say "or with your system's package 'rustup' or 'cargo' if that is new enough; then run this again."
  exit 1
}

other_systems() {
  say "pleach needs these packages: $*"
  say "There is no apt-get here, so they cannot be installed for you. Their usual names elsewhere:"
  say "  Fedora: clang llvm-devel compiler-rt z3-devel zlib-devel libzstd-devel libxml2-devel libffi-devel gcc-c++ pkgconf"
  say "  Arch:   clang llvm compiler-rt z3 zlib zstd libxml2 libffi base-devel"
  say "  others: Clang and LLVM with headers, version 22; Z3 with headers; the development files"
  say "          of zlib, zstd, libxml2 and libffi; a C++ compiler; pkg-config"
  say "LLVM must be version 22; if it is not in /usr/lib/llvm-22, set LLVM_SYS_221_PREFIX to its folder."
  say "Once they are there, go on with: PLEACH_SKIP_INSTALL=1 $0"
  exit 1
}

# need_packages NAME...: installs what is missing. A stamp in the target folder remembers the
# list that was found complete, so that this costs nothing the next time.
need_packages() {
  local stamp=$target/.packages-found wanted="$*" package missing=()
  [[ -n ${PLEACH_SKIP_INSTALL:-} ]] && return
  [[ -r $stamp && " $(<"$stamp") " == *" $wanted "* ]] && return
  if command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then
    for package in "$@"; do
      [[ $(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null) == ?i* ]] || missing+=("$package")
    done
  else
    other_systems "$@"
  fi
  ((${#missing[@]} == 0)) || install_packages "${missing[@]}"
  mkdir -p "$target"
  printf '%s\n' "$wanted" >"$stamp"
}

install_packages() {
  local as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null ||
      die "these packages are missing: $*. Install them as root with: apt-get update && apt-get install $*"
    as_root=(sudo)
  fi
  say "these Debian packages are missing and needed to build: $*"
  say "installing them now${as_root:+ with sudo} (this happens once; PLEACH_SKIP_INSTALL=1 skips it)"
  "${as_root[@]}" apt-get update >&2 || die "apt-get update failed: see its message above"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >&2 ||
    die "apt-get could not install: $*. Install them by hand, then go on with PLEACH_SKIP_INSTALL=1"
}

# The source of the C library for programs under test; the build looks for it in the same place.
need_musl() {
  [[ -n ${PLEACH_MUSL_SOURCE:-} || -n ${PLEACH_SKIP_INSTALL:-} ]] && return
  [[ -n ${XDG_CACHE_HOME:-}${HOME:-} ]] || return 0 # the build then keeps it in its own folder
  local folder=${XDG_CACHE_HOME:-$HOME/.cache}/pleach/source/musl
  [[ -e $folder/.debian-source ]] && return
  say "fetching the source of musl, the C library for programs under test"
  "$root/scripts/debian-source" musl "$folder" >/dev/null ||
    die "set PLEACH_MUSL_SOURCE to a folder with musl's unpacked source, then run this again"
}

# Runs a command while holding the lock, so that two first calls do not install at once.
with_lock() {
  mkdir -p "$target" || die "cannot create $target"
  (
    if command -v flock >/dev/null; then
      flock -n 9 || { say "waiting for another pleach that is setting up"; flock 9; }
    fi
    "$@"
  ) 9>"$target/.launcher-lock"
}
