#!/usr/bin/env bash
# kumiki @WORDS@
# in @OF@ shards, put together in the end. @HOW@
# Run again, it does only the shards whose parts are not there. Settings are taken from the
# environment: KUMIKI (the program), PARTS (the folder of the parts), ANSWER (the answer's file).
set -euo pipefail
of=@OF@
kumiki=${KUMIKI:-kumiki}
parts=${PARTS:-parts}
answer=${ANSWER:-answer.json}

part() { printf '%s/part-%0*d.json' "$parts" "${#of}" "$1"; }

share() { # the number of a shard, from 1; a part appears when it is finished
  local part new
  part=$(part "$1")
  new=$part.$$
  [ -e "$part" ] && return
  if "$kumiki" @WORDS@ --threads 1 --shard "$1/$of" --out "$new" --force; then
    mv "$new" "$part"
  else
    rm -f "$new"
    return 1
  fi
}

missing() { # the numbers of the shards that are to be done
  for ((i = 1; i <= of; i++)); do [ -e "$(part "$i")" ] || echo "$i"; done
}

merge() {
  "$kumiki" merge --json "$parts"/part-*.json > "$answer.new" && mv "$answer.new" "$answer"
}
