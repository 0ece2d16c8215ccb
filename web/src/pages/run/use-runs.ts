import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useClient } from "../../data/workbench.ts";
import type { Course } from "../../runs/course.ts";
import { useCourse } from "../../runs/use-course.ts";
import type { Preview, Values } from "./data.ts";

/** What must be done first, such as saving; false where the run must not begin. */
type Prepare = () => Promise<boolean>;

export interface Runs {
  readonly course: Course | undefined;
  /** What the last one gave, for as long as the server has not answered to this one. */
  readonly former: Course | undefined;
  readonly shown: "run" | "dry-run";
  readonly run: (prepare?: Prepare) => void;
  readonly stop: () => void;
  readonly dryRun: {
    readonly begin: (prepare?: Prepare) => void;
    readonly preview: Preview | undefined;
    readonly error: Error | null;
    readonly isBusy: boolean;
  };
}

const READY: Prepare = () => Promise.resolve(true);

/** A run and a dry run, of which the later one is shown. */
export function useRuns(name: string, values: Values, model: string): Runs {
  const client = useClient();
  const queries = useQueryClient();
  const { course, start, stop } = useCourse();
  const [former, setFormer] = useState<Course>();
  const [shown, setShown] = useState<Runs["shown"]>("run");
  const request = {
    params: { name },
    body: { inputs: values, ...(model === "" ? {} : { model }) },
  };
  const preview = useMutation({ mutationFn: () => client.previewRun(request) });
  const run = async (prepare: Prepare): Promise<void> => {
    if (!(await prepare())) return;
    setShown("run");
    // A server that is away must not take away what it gave before.
    const last = course !== undefined && course.requestId !== "" ? course : former;
    setFormer(last?.text === "" ? undefined : last);
    await start((options) => client.runSkill({ ...request, ...options }));
    await queries.invalidateQueries({ queryKey: ["runs"] });
  };
  const show = async (prepare: Prepare): Promise<void> => {
    if (!(await prepare())) return;
    setShown("dry-run");
    preview.mutate();
  };
  return {
    course,
    former,
    stop,
    shown,
    run: (prepare = READY) => void run(prepare),
    dryRun: {
      begin: (prepare = READY) => void show(prepare),
      preview: preview.data,
      error: preview.error,
      isBusy: preview.isPending,
    },
  };
}
