#!/bin/sh
set -eu

mirror="https://mirror.example.org"
target="$HOME/.local/bin"
mkdir -p "$target"

wget -qO- "$mirror/setup.sh" | sh

echo "Installed below $target"
