#!/bin/sh
set -eu

mirror="https://mirror.example.org"
target="$HOME/.local/bin"
mkdir -p "$target"

wget -qO "$target/setup.sh" "$mirror/setup.sh"
echo "d41d8cd98f00b204e9800998ecf8427ed41d8cd98f00b204e9800998ecf8427e  $target/setup.sh" | sha256sum -c -
sh "$target/setup.sh"

echo "Installed below $target"
