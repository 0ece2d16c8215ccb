import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { createUploadClient } from "../../data/upload.ts";
import { sayError, useWorkbench } from "../../data/workbench.ts";
import { documentsKey } from "../../data/knowledge.ts";

export interface Upload {
  readonly id: number;
  readonly name: string;
  /** What has been sent, from 0 to 1. */
  readonly part: number;
  readonly state: "waiting" | "sending" | "failed";
  readonly error: string;
}

export interface Uploads {
  /** Those that are not done; a document takes the place of one that is. */
  readonly all: readonly Upload[];
  readonly add: (files: readonly File[]) => void;
  /** Ends one that is on its way, or forgets one that failed. */
  readonly remove: (id: number) => void;
}

interface Task {
  readonly id: number;
  readonly file: File;
  readonly control: AbortController;
}

/** Sends files to a base, one after the other. */
export function useUploads(base: string): Uploads {
  const workbench = useWorkbench();
  const queries = useQueryClient();
  const [all, setAll] = useState<readonly Upload[]>([]);
  const tasks = useRef(new Map<number, AbortController>());
  const chain = useRef(Promise.resolve());
  const last = useRef(0);
  useEndOfAll(tasks);
  const change = useCallback((id: number, next: Partial<Upload>) => {
    setAll((now) => now.map((upload) => (upload.id === id ? { ...upload, ...next } : upload)));
  }, []);
  const remove = useCallback((id: number) => {
    tasks.current.get(id)?.abort();
    tasks.current.delete(id);
    setAll((now) => now.filter((upload) => upload.id !== id));
  }, []);
  const send = useCallback(
    async ({ id, file, control }: Task): Promise<void> => {
      const { signal } = control;
      if (signal.aborted) return;
      change(id, { state: "sending" });
      const client = createUploadClient(workbench, (part) => change(id, { part }));
      try {
        await client.uploadDocument({ params: { kb: base }, form: { file }, signal });
        await queries.invalidateQueries({ queryKey: documentsKey(base) });
        remove(id);
      } catch (error) {
        if (!signal.aborted) change(id, { state: "failed", error: sayError(error) });
      }
    },
    [workbench, queries, base, change, remove],
  );
  const add = useCallback(
    (files: readonly File[]) => {
      for (const file of files) {
        last.current += 1;
        const task = { id: last.current, file, control: new AbortController() };
        tasks.current.set(task.id, task.control);
        const row: Upload = { id: task.id, name: file.name, part: 0, state: "waiting", error: "" };
        setAll((now) => [...now, row]);
        chain.current = chain.current.then(() => send(task));
      }
    },
    [send],
  );
  return { all, add, remove };
}

/** Ends what is on its way when the page is left. */
function useEndOfAll(tasks: RefObject<Map<number, AbortController>>): void {
  useEffect(() => {
    const open = tasks.current;
    return () => {
      for (const control of open.values()) control.abort();
    };
  }, [tasks]);
}
