import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { createUploadClient } from "../../data/upload.ts";
import { formatError, useWorkbench } from "../../data/workbench.ts";
import { type Base, documentsKey } from "../../data/knowledge.ts";

export interface Upload {
  readonly id: number;
  readonly name: string;
  /** What has been sent, from 0 to 1. */
  readonly part: number;
  readonly state: "waiting" | "sending" | "failed";
  readonly error: string;
  /** Whether sending it again may help. */
  readonly canRetry: boolean;
}

export interface Uploads {
  /** Those that are not done; a document takes the place of one that is. */
  readonly all: readonly Upload[];
  readonly add: (files: readonly File[]) => void;
  /** Sends one that failed, or that was held back, once more. */
  readonly retry: (id: number) => void;
  /** Ends one that is on its way, or forgets one that failed. */
  readonly remove: (id: number) => void;
}

interface Task {
  readonly id: number;
  readonly file: File;
  readonly control: AbortController;
}

const WAITING = { part: 0, state: "waiting", error: "", canRetry: false } as const;

/** As people read it. */
export function toMegabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toLocaleString("en", { maximumFractionDigits: 1 });
}

/** Why a file is not even sent. */
function refusalOf(
  { size, name }: File,
  maxBytes: number,
  names: ReadonlySet<string>,
): Partial<Upload> | undefined {
  if (size > maxBytes) {
    const error = `It has ${toMegabytes(size)} MB; at most ${toMegabytes(maxBytes)} MB can be uploaded.`;
    return { state: "failed", error, canRetry: false };
  }
  if (names.has(name))
    return { state: "failed", error: "The base has a document of this name.", canRetry: true };
  return undefined;
}

/** Sends files to a base, one after the other; `names` are those of the documents in it. */
export function useUploads(
  { id: base, max_document_bytes: maxBytes }: Base,
  names: ReadonlySet<string>,
): Uploads {
  const workbench = useWorkbench();
  const queries = useQueryClient();
  const [all, setAll] = useState<readonly Upload[]>([]);
  const tasks = useRef(new Map<number, AbortController>());
  const files = useRef(new Map<number, File>());
  const chain = useRef(Promise.resolve());
  const last = useRef(0);
  useEndOfAll(tasks);
  const change = useCallback((id: number, next: Partial<Upload>) => {
    setAll((now) => now.map((upload) => (upload.id === id ? { ...upload, ...next } : upload)));
  }, []);
  const remove = useCallback((id: number) => {
    tasks.current.get(id)?.abort();
    tasks.current.delete(id);
    files.current.delete(id);
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
        if (!signal.aborted)
          change(id, { state: "failed", error: formatError(error), canRetry: true });
      }
    },
    [workbench, queries, base, change, remove],
  );
  const queue = useCallback(
    (id: number, file: File) => {
      const control = new AbortController();
      tasks.current.set(id, control);
      chain.current = chain.current.then(() => send({ id, file, control }));
    },
    [send],
  );
  const add = (chosen: readonly File[]): void => {
    for (const file of chosen) {
      last.current += 1;
      const id = last.current;
      const refusal = refusalOf(file, maxBytes, names);
      files.current.set(id, file);
      setAll((now) => [...now, { ...WAITING, id, name: file.name, ...refusal }]);
      if (refusal === undefined) queue(id, file);
    }
  };
  const retry = (id: number): void => {
    const file = files.current.get(id);
    if (file === undefined) return;
    change(id, WAITING);
    queue(id, file);
  };
  return { all, add, retry, remove };
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
