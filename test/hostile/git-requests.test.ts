/** What strangers send to the repositories of skills: refused before it makes work, however small it was on its way. */
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRepository, buildSnapshot } from "../../src/registry/protocols/git/repository.ts";
import { askAs, openRegistry, type RegistryServer } from "../support/registry-server.ts";

let registry: RegistryServer;
let token = "";
const { publish } = askAs(() => [registry, token]);

beforeAll(async () => {
  registry = await openRegistry();
  token = await registry.join("ann@example.org");
  await publish("letters");
});
afterAll(() => registry.close());

async function upload(name: string, body: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${registry.url}/git/${name}/git-upload-pack`, {
    method: "POST",
    headers: { "content-encoding": "gzip", ...headers },
    body: gzipSync(body),
  });
  return { status: answer.status, text: await answer.text() };
}

const packet = (text: string): string => (text.length + 4).toString(16).padStart(4, "0") + text;
const SECOND = { "git-protocol": "version=2" };

const ask = (count: number) =>
  upload(
    "letters",
    packet("command=ls-refs\n") +
      "0001" +
      Array.from({ length: count }, (_, at) => packet(`ref-prefix refs/x${at}\n`)).join("") +
      "0000",
    SECOND,
  );

/** How often the versions are looked at until their commits are made. */
function looksAt(count: number): number {
  let looks = 0;
  const snapshot = buildSnapshot([]);
  const versions = Array.from({ length: count }, (_, at) => ({
    get version() {
      looks += 1;
      return `1.${(at * 7919) % count}.0`;
    },
    publishedAt: at * 1000,
    snapshot,
  }));
  openRepository("letters", versions, "1.0.0");
  return looks;
}

describe("[BX-14] a body of git", () => {
  const small = [
    ["empty lines", "0004"],
    ["ends of sections", "0000"],
    ["lines of one letter", "0005a"],
  ] as const;
  it.each(small)("with more packets than any client sends is refused: %s", async (_, unit) => {
    const body = unit.repeat(Math.floor(1_000_000 / unit.length));
    expect((await upload("letters", body)).status).toBe(400);
    expect((await upload("letters", body, SECOND)).status).toBe(400);
  });

  it("is not read for a skill that is not there", async () => {
    expect((await upload("nosuchskill", "no gzip of packets")).status).toBe(404);
  });

  it("may name as many commits as fit into it", async () => {
    const id = "0123456789abcdef0123456789abcdef01234567";
    const body = packet(`have ${id}\n`).repeat(20_000) + packet("done\n");
    expect((await upload("letters", body)).status).toBe(200);
  });

  it("that unpacks to more than it may have is refused", async () => {
    expect((await upload("letters", "0000".repeat(1_000_000))).status).toBe(400);
  });
});

describe("[BX-14] prefixes of references", () => {
  it("choose", async () => {
    expect(await ask(10)).toEqual({ status: 200, text: "0000" });
  });

  it("are not compared where there are too many: everything is listed, as git itself does", async () => {
    const { status, text } = await ask(10_000);
    expect(status).toBe(200);
    expect(text).toContain("refs/tags/v1.0.0");
    expect(text).toContain("HEAD");
  });
});

describe("[BX-14] a skill with many versions as a repository", () => {
  it("costs in proportion to how many there are", () => {
    expect(looksAt(2000)).toBeLessThanOrEqual(2 * looksAt(1000) + 10);
  });

  it("keeps its commits behind the highest lower version of their time", () => {
    const snapshot = buildSnapshot([]);
    const order = ["1.0.0", "2.0.0-rc.1", "1.0.1", "2.0.0", "0.9.0", "1.1.0", "10.0.0"];
    const { commits } = openRepository(
      "letters",
      order.map((version, at) => ({ version, publishedAt: at * 1000, snapshot })),
      "10.0.0",
    );
    const parents = Object.fromEntries(
      [...commits.values()].map(({ version, parents: [parent = ""] }) => [
        version,
        commits.get(parent)?.version,
      ]),
    );
    expect(parents).toEqual({
      "1.0.0": undefined,
      "2.0.0-rc.1": "1.0.0",
      "1.0.1": "1.0.0",
      "2.0.0": "2.0.0-rc.1",
      "0.9.0": undefined,
      "1.1.0": "1.0.1",
      "10.0.0": "2.0.0",
    });
  });
});
