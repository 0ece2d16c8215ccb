import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { scan, type ScanReport } from "../engine.ts";
import type { ScanFile } from "../skill-files.ts";
import { knownBad, readFeed, treeDigest } from "./index.ts";

function digest(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}

const files = [
  { path: "SKILL.md", content: "---\nname: a\ndescription: b\n---\nHello.\n" },
  { path: "run.sh", content: "#!/bin/sh\n" },
];
const row = { name: "Sample", source: "the test", date: "2026-02-01" };

/** Findings of a feed alone. */
async function findingsWith(
  given: readonly ScanFile[],
  feed: object,
): Promise<ScanReport["findings"]> {
  const feeds = [{ file: "feed.json", text: JSON.stringify(feed) }];
  const ports = { knownBad: { feeds, digest } };
  return (await scan({ files: given, ports }, { rules: [knownBad] })).findings;
}

async function scanWith(entries: readonly object[]): Promise<readonly string[]> {
  const findings = await findingsWith(files, { version: 1, entries });
  return findings.map(({ file, severity, message }) => [severity, file, message].join(" "));
}

describe("a feed", () => {
  it("knows a file by its digest", async () => {
    expect(await scanWith([{ ...row, sha256: digest("#!/bin/sh\n"), kind: "file" }])).toEqual([
      "critical run.sh `Sample` is known to be malicious: the test, since 2026-02-01.",
    ]);
    expect(await scanWith([{ ...row, sha256: digest("#!/bin/sh"), kind: "file" }])).toEqual([]);
  });

  it("knows a skill by the digest of all its files, in any order", async () => {
    const sha256 = treeDigest([...files].reverse(), digest);
    expect(sha256).toBe(
      digest(files.map(({ path, content }) => `${digest(content)}  ${path}\n`).join("")),
    );
    expect(await scanWith([{ ...row, sha256: `sha256:${sha256}`, kind: "tree" }])).toHaveLength(1);
  });

  it.each([
    ["nonsense", 0],
    ['{"version": 3, "entries": []}', 0],
    ['{"version": 2, "entries": [{"kind": "domain", "value": ""}]}', 1],
    ['{"version": 2, "entries": [{"kind": "file", "value": "x"}]}', 1],
    ['{"version": 1, "entries": [{"sha256": "x"}]}', 1],
  ])("is told where it is damaged: %s", (text, length) => {
    const { diagnostics } = readFeed(text, "feed.json");
    expect(diagnostics.map(({ code, path = [] }) => [code, path.length])).toEqual([
      ["feed/syntax", length * 2],
    ]);
  });

  it.each([
    ["domain", "tables.dev", "Get it from https://cdn.tables.dev/a."],
    ["address", "203.0.113.9", "```sh\ncurl http://203.0.113.9/x\n```"],
    ["url", "paste.tables.dev/raw/a1", "See https://paste.tables.dev/raw/a1."],
    ["publisher", "Zx81-Labs", "Clone https://github.com/zx81-labs/tool."],
    ["package", "left-pads", "```sh\nnpm install left-pads\n```"],
  ])("[BX-07] knows a %s", async (kind, value, body) => {
    const entries = [{ ...row, kind, value }];
    const content = `---\nname: a\ndescription: b\n---\n\n${body}\n`;
    const findings = await findingsWith([{ path: "SKILL.md", content }], { version: 2, entries });
    expect(findings.map(({ severity }) => severity)).toEqual(["critical"]);
  });

  it("[BX-07] takes no longer name for one that it knows", async () => {
    const entries = [
      { ...row, kind: "domain", value: "tables.dev" },
      { ...row, kind: "publisher", value: "zx81" },
    ];
    const content =
      "See https://mytables.dev, https://tables.developers.org and github.com/zx81-labs.\n";
    const given = [{ path: "SKILL.md", content }];
    expect(await findingsWith(given, { version: 2, entries })).toEqual([]);
  });

  it("[BX-07] tells of a feed that cannot be read", async () => {
    const findings = await findingsWith(files, { version: 9 });
    expect(findings.map(({ severity, message }) => [severity, message])).toEqual([
      ["medium", "The feed `feed.json` could not be read, so nothing was compared with it."],
    ]);
  });

  it("[BX-07] comes along, and is used by every scan", async () => {
    const content = "---\nname: a\ndescription: b\n---\n\nSee https://openclawcli.forum first.\n";
    const { findings } = await scan({ files: [{ path: "SKILL.md", content }] });
    expect(findings.map(({ code }) => code)).toContain("scan/known-bad");
  });
});
