#!/bin/sh
# Prints how full the disk of a folder is, and the largest folders in it.
set -eu
folder="${1:-$HOME}"
df -h "$folder"
du -k -d 2 "$folder" 2>/dev/null | sort -rn | head -20
