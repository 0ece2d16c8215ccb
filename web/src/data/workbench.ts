/** What every page works with: the client of the API, the session, and the data that is known. */
import { type Query, QueryClient } from "@tanstack/react-query";
import { createContext, use, useSyncExternalStore } from "react";
import { ApiError, type Client, createClient } from "../../../src/client/index.ts";
import { Connection } from "./connection.ts";
import { PageSession, type SessionState, type SessionUser } from "./session.ts";

export interface Workbench {
  readonly client: Client;
  readonly session: PageSession;
  readonly queries: QueryClient;
  readonly connection: Connection;
  /** Where the server is. */
  readonly url: string;
}

export function createWorkbench(url: string): Workbench {
  const session = new PageSession(url);
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (count, error) => count < 2 && isWorthAnotherTry(error),
      },
    },
  });
  const connection = new Connection({
    ask: () => answers(url),
    onBack: () => void queries.refetchQueries({ type: "active", stale: true }),
  });
  const client = createClient({
    url,
    token: session.token,
    fetch: async (request) => {
      const response = await fetch(request).catch((error: unknown) => {
        if (isUnreachable(error)) connection.lose();
        throw error;
      });
      if (response.status === 401 && !asksForProof(request)) session.end();
      return response;
    },
  });
  let userId: string | undefined;
  session.subscribe(() => {
    const state = session.state();
    const now = "user" in state ? state.user.id : undefined;
    // What one user saw must not be there for the next.
    if (now !== userId) queries.clear();
    // What was refused to a session that had ended is asked for again.
    else if (state.kind === "in") void queries.refetchQueries({ predicate: hasFailed });
    userId = now;
  });
  return { client, session, queries, connection, url };
}

/** There, a wrong password or code is refused in the same way as a token that is over. */
function asksForProof({ method, url }: Request): boolean {
  return method === "POST" && new URL(url).pathname.startsWith("/api/v1/auth/");
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(new URL("/healthz", url))).ok;
  } catch {
    return false;
  }
}

/** Browsers give nothing but the kind of the error; an end that the page itself asked for is another. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError;
}

function hasFailed({ state }: Query): boolean {
  return state.status === "error";
}

/** What the server refused once it refuses again. */
function isWorthAnotherTry(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 502;
}

export const WorkbenchContext = createContext<Workbench | undefined>(undefined);

export function useWorkbench(): Workbench {
  const workbench = use(WorkbenchContext);
  if (workbench === undefined) throw new Error("There is no workbench around this component.");
  return workbench;
}

export function useClient(): Client {
  return useWorkbench().client;
}

export function useSessionState(): SessionState {
  const { session } = useWorkbench();
  return useSyncExternalStore(session.subscribe, session.state);
}

/** Whose page it is; pages are shown to nobody else. */
export function useUser(): SessionUser {
  const state = useSessionState();
  if (!("user" in state)) throw new Error("You are not logged in.");
  return state.user;
}

/** A failure as a sentence for a person. */
export function formatError(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (isUnreachable(error)) return "The server cannot be reached.";
  return error instanceof Error ? error.message : String(error);
}
