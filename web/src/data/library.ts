import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Client } from "../../../src/client/index.ts";
import { useClient, useUser } from "./workbench.ts";

const AGAIN_MS = 3000;

/** Asks anew for whatever stands under the keys when served skills or hosts change. */
export function useLibraryChanges(...keys: readonly string[]): void {
  const client = useClient();
  const queries = useQueryClient();
  const { role } = useUser();
  const watched = keys.join(" ");
  useEffect(() => {
    if (role !== "admin") return undefined;
    const left = new AbortController();
    const ask = async (): Promise<void> => {
      for (const key of watched.split(" ")) await queries.invalidateQueries({ queryKey: [key] });
    };
    void follow(client, left.signal, ask);
    return () => left.abort();
  }, [client, queries, role, watched]);
}

async function follow(
  client: Client,
  signal: AbortSignal,
  onChange: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      // The first comes at once: what was asked for before may have changed until somebody listened.
      for await (const { event } of client.followLibrary({ signal }))
        if (event === "changed") await onChange();
    } catch {
      // The server went away, or the page did.
    }
    if (!signal.aborted) await pause(AGAIN_MS);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((settle) => {
    setTimeout(settle, milliseconds);
  });
}
