
case ${1:-submit} in
  share) share "$SLURM_ARRAY_TASK_ID" ;;
  merge) merge ;;
  submit)
    mkdir -p "$parts"
    script=$(realpath "$0")
    export KUMIKI=$kumiki PARTS=$parts ANSWER=$answer
    todo=$(missing | paste -sd, -)
    after=()
    if [ -n "$todo" ]; then
      job=$(sbatch --parsable --job-name=kumiki --array="$todo" --cpus-per-task=1 \
        --output="$parts/task-%a.log" "$script" share)
      after=(--dependency="afterok:${job%%;*}")
    fi
    sbatch --parsable --job-name=kumiki-merge "${after[@]}" --output="$parts/merge.log" \
      "$script" merge
    ;;
esac
