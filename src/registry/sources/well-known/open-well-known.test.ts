/** Indexes of skills with something wrong in them. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../../../test/support/program.ts";
import { sha256 } from "../../../../test/support/registry-server.ts";
import { stateOf } from "../../../../test/support/shared-skills.ts";
import { openManager } from "../../index.ts";

const TEXT = "---\nname: good\ndescription: Writes letters. Use when asked.\n---\n\nOne.\n";
const INDEX = "/.well-known/agent-skills/index.json";
const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

function entry(name: string, more: object = {}): object {
  const digest = `sha256:${sha256(Buffer.from(TEXT))}`;
  return { name, type: "skill-md", description: "x", url: "/good.md", digest, ...more };
}

/** A site with an index, or one that answers everything with a status. */
async function site(skills: readonly unknown[] | number): Promise<string> {
  const server = createServer(({ url }, response) => {
    if (typeof skills === "number") response.writeHead(skills).end("no");
    else if (url === INDEX) response.end(JSON.stringify({ $schema: SCHEMA, skills }));
    else if (url === "/good.md") response.end(TEXT);
    else response.writeHead(404).end();
  });
  await new Promise<void>((settle) => {
    server.listen(0, "127.0.0.1", settle);
  });
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Done {
  readonly state: readonly string[];
  readonly faults: readonly string[];
  readonly failure?: string;
}

async function install(source: string, takesAll = false): Promise<Done> {
  const folder = join(temporaryFolder(), "skills");
  const faults: string[] = [];
  const manager = openManager({
    folder,
    trust: new Map(),
    environment: {},
    onFault: ({ message }) => faults.push(message),
  });
  try {
    await manager.install(source, { allowsExperimental: true, takesAll });
    return { state: stateOf(folder), faults };
  } catch (error) {
    return { state: stateOf(folder), faults, failure: (error as Error).message };
  }
}

describe("an index with a bad entry", () => {
  it("[BX-06] still gives the good ones, and tells of the bad", async () => {
    const url = await site([entry("bad", { digest: "x" }), "none", entry("good")]);
    const faults = [
      `The entry \`bad\` of ${url}${INDEX} is not valid: it needs a name, an address and a digest.`,
      `The entry \`\` of ${url}${INDEX} is not valid: it needs a name, an address and a digest.`,
    ];
    const state = [`good/SKILL.md - ${TEXT}`];
    for (const [source, takesAll] of [
      [`well-known:${url}#good`, false],
      [`well-known:${url}`, true],
      [url, false],
    ] as const)
      expect(await install(source, takesAll)).toEqual({ state, faults });
    expect(await install(`well-known:${url}#bad`)).toEqual({
      state: [],
      faults: [],
      failure: faults[0],
    });
  });

  it("[BX-06] takes no type for another", async () => {
    const url = await site([entry("good", { type: "wasm" })]);
    expect((await install(`well-known:${url}`)).failure).toBe(
      `The entry \`good\` of ${url}${INDEX} is not valid: it needs the type archive or skill-md and not \`wasm\`.`,
    );
  });

  it("[BX-06] takes no skill under another name than its own", async () => {
    const url = await site([entry("other-name")]);
    expect(await install(`well-known:${url}#other-name`)).toEqual({
      state: [],
      faults: [],
      failure: `${url} delivered \`good\` instead of \`other-name\`.`,
    });
  });
});

describe("a site that refuses to tell", () => {
  it.each([401, 403, 500])("[BX-06] is told with its answer %i", async (status) => {
    const url = await site(status);
    expect((await install(`well-known:${url}`)).failure).toBe(`${url} answered ${status}: no.`);
  });
});
