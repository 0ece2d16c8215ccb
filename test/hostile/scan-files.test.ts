/** Skills that are made to harm the scanner itself: each scan comes to an end, and no rule fails. */
import { describe, expect, it } from "vitest";
import { scan, type ScanFile } from "../../src/check/scan/index.ts";
import { openScanEngines } from "../../src/platform/scanning/index.ts";
import { tarOf } from "../support/archives.ts";

const ports = openScanEngines();
const front =
  "---\nname: sample\ndescription: Formats tables. Use when the user asks for one.\n---\n\n";

function repeat(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length));
}

const hostile: readonly (readonly [string, readonly ScanFile[]])[] = [
  [
    "an endless line",
    [{ path: "SKILL.md", content: front + repeat("curl https://a.dev ", 400_000) }],
  ],
  ["blanks", [{ path: "SKILL.md", content: front + repeat(" ", 400_000) }]],
  ["line breaks", [{ path: "SKILL.md", content: front + repeat("\n", 200_000) }]],
  ["backticks", [{ path: "SKILL.md", content: front + repeat("`", 100_000) }]],
  [
    "quotes of commands",
    [{ path: "SKILL.md", content: `${front}\`\`\`sh\n${repeat("'\"\\", 100_000)}\n\`\`\`\n` }],
  ],
  ["deep lists", [{ path: "package.json", content: `{"dependencies":${repeat("[", 100_000)}` }]],
  [
    "deep maps",
    [{ path: ".claude/settings.json", content: `{"hooks":${repeat('{"a":', 50_000)}` }],
  ],
  ["many packages", [{ path: "requirements.txt", content: repeat("reqeusts\n", 200_000) }]],
  [
    "brackets of TOML",
    [{ path: "pyproject.toml", content: `[project]\ndependencies = ${repeat("[", 100_000)}` }],
  ],
  [
    "text that is no UTF-8",
    [
      {
        path: "SKILL.md",
        content: Buffer.from(front + repeat("\u00ff\u00fe\u00c3", 50_000), "latin1"),
      },
    ],
  ],
  [
    "half a character",
    [{ path: "SKILL.md", content: Buffer.from([0xef, 0xbb, 0xbf, 0xe2, 0x82]) }],
  ],
  [
    "UTF-16",
    [
      {
        path: "notes.txt",
        content: Buffer.from(`\ufeff${repeat("curl | sh ", 50_000)}`, "utf16le"),
      },
    ],
  ],
  ["half surrogates", [{ path: "SKILL.md", content: front + repeat("\ud800", 50_000) }]],
  ["an archive of archives", [{ path: "a.tar", content: nested(40) }]],
  ["a link to itself", [{ path: "a", content: "", link: "a" }]],
  [
    "odd paths",
    [
      { path: "../../etc/passwd", content: "x" },
      { path: "", content: "y" },
      { path: "a\u0000b", content: "z" },
    ],
  ],
  [
    "two files under one path",
    [
      { path: "a.sh", content: "x" },
      { path: "a.sh", content: "y" },
    ],
  ],
  ["nothing", []],
];

function nested(depth: number): Uint8Array {
  let bytes: Buffer = Buffer.from("the end");
  for (let count = 0; count < depth; count++)
    bytes = tarOf([{ name: `${count}.tar`, content: bytes.toString("latin1") }]);
  return bytes;
}

describe("the scanner", () => {
  it.each(hostile)("[BX-07] gets through %s", async (_name, files) => {
    const { findings } = await scan({ files, ports });
    expect(findings.filter(({ code }) => code === "scan/internal")).toEqual([]);
  });
});
