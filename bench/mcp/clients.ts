import { createHash } from "node:crypto";
import { isWhole, nameOf } from "./folder.ts";

const REVISION = "2026-07-28";
const META = "io.modelcontextprotocol";

export interface LoadOptions {
  readonly url: string;
  readonly clients: number;
  readonly skills: number;
  /** Requests of all clients together. */
  readonly requests: number;
  readonly deadlineMs: number;
}

export interface Load {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds: half of the answers, and 99 of 100, came within. */
  readonly median: number;
  readonly worst: number;
  /** Answers whose bytes are of two versions, or that are not those of the digest beside them. */
  readonly torn: number;
  /** Answers that were errors, by their text. */
  readonly errors: ReadonlyMap<string, number>;
}

/** Every client lists a page and reads two files, over and over, until all requests are done. */
export async function runLoad(options: LoadOptions): Promise<Load> {
  const times: number[] = [];
  const errors = new Map<string, number>();
  const start = performance.now();
  let left = options.requests;
  let torn = 0;
  const client = async (number: number): Promise<void> => {
    for (let turn = number; left > 0; turn += 37) {
      if (performance.now() - start > options.deadlineMs) return;
      left -= 1;
      const before = performance.now();
      try {
        torn += await ask(options.url, turn, options.skills);
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        errors.set(text, (errors.get(text) ?? 0) + 1);
      }
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: options.clients }, (_, number) => client(number)));
  const seconds = (performance.now() - start) / 1000;
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { requests: times.length, seconds, median: at(0.5), worst: at(0.99), torn, errors };
}

/** One request; returns how many torn answers it met. */
async function ask(url: string, turn: number, skills: number): Promise<number> {
  const name = nameOf(turn % skills);
  if (turn % 3 === 0) {
    const { skills: page } = (await call(url, "skills/list", {})) as { readonly skills: unknown[] };
    if (page.length === 0) throw new Error("an empty page");
    return 0;
  }
  const file = turn % 3 === 1 ? "SKILL.md" : "references/dates.md";
  const uri = `skill://${name}/${file}`;
  const { contents } = (await call(url, "resources/read", { uri }, uri)) as {
    readonly contents: readonly {
      readonly text: string;
      readonly _meta?: { readonly digest?: string };
    }[];
  };
  const [content] = contents;
  if (content === undefined) throw new Error("no content");
  const isTorn = file === "SKILL.md" && !isWhole(content.text);
  const { _meta: meta } = content;
  const digest = meta?.digest;
  return Number(isTorn || (digest !== undefined && digest !== digestOf(content.text)));
}

function digestOf(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

async function call(url: string, method: string, params: object, name?: string): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": REVISION,
      "mcp-method": method,
      ...(name === undefined ? {} : { "mcp-name": name }),
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          [`${META}/protocolVersion`]: REVISION,
          [`${META}/clientCapabilities`]: {},
          [`${META}/clientInfo`]: { name: "bench", version: "1.0.0" },
        },
      },
    }),
  });
  const body = (await response.json()) as {
    readonly result?: unknown;
    readonly error?: { readonly message: string };
  };
  if (body.error !== undefined) throw new Error(body.error.message.replace(/skill:\S+/, "…"));
  return body.result;
}
