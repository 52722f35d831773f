
mkdir -p "$parts"
export of kumiki parts
export -f part share
missing | SHELL=$(type -P bash) parallel --halt now,fail=1 share
merge
