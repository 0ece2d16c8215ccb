import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { zipOf } from "../../../../test/support/archives.ts";
import { bytecodeFacts } from "./bytecode.ts";
import { type DocumentTrait, traitsOf } from "./document.ts";
import { tailOf } from "./image.ts";
import { unfold } from "./unfold.ts";

function pdf(objects: string, packed = ""): Buffer {
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n1 0 obj\n${objects}\nendobj\n`),
    ...(packed === ""
      ? []
      : [
          Buffer.from("2 0 obj\n<< /Type /ObjStm /Filter /FlateDecode >>\nstream\n"),
          deflateSync(Buffer.from(packed)),
          Buffer.from("\nendstream\nendobj\n"),
        ]),
    Buffer.from("%%EOF\n"),
  ]);
}

function relation(type: string): string {
  return `<Relationships><Relationship Type="http://x/relationships/${type}" Target="http://x/t.dotm" TargetMode="External"/></Relationships>`;
}

function officeTraits(entries: readonly { name: string; content: string }[]): readonly string[] {
  const { files } = unfold([{ path: "a.docx", bytes: zipOf(entries) }]);
  return [...traitsOf("zip", new Uint8Array(), files)];
}

function magic(flags: number): Uint8Array {
  return Uint8Array.from([0xa7, 0x0d, 0x0d, 0x0a, flags, 0, 0, 0, 0, 0, 0, 0]);
}

function hasTool(file: string): boolean {
  return file === "lib/tool.py";
}

describe("traitsOf", () => {
  it.each<readonly [string, Buffer, readonly DocumentTrait[]]>([
    ["a plain document", pdf("<< /Type /Catalog /Pages 3 0 R >>"), []],
    ["a script", pdf("<< /S /JavaScript /JS (app.alert(1)) >>"), ["script"]],
    ["an escaped name", pdf("<< /S /#4aavaScript >>"), ["script"]],
    ["a launch", pdf("<< /OpenAction << /S /Launch >> >>"), ["launch", "opens-by-itself"]],
    ["a packed object", pdf("<< >>", "<< /S /Launch /F (cmd.exe) >>"), ["launch"]],
    ["words that only begin alike", pdf("<< /JSize 3 /Launcher 2 >>"), []],
  ])("of a PDF with %s", (_name, bytes, expected) => {
    expect([...traitsOf("pdf", bytes)].sort()).toEqual(expected);
  });

  it("does not take packed bytes for names", () => {
    const noise = Buffer.concat([
      Buffer.from("%PDF-1.7\n4 0 obj\n<< /Length 9 >>\nstream\nab/JS cd/Launch "),
      Buffer.from("\nendstream\nendobj\n"),
    ]);
    expect([...traitsOf("pdf", noise)]).toEqual([]);
  });

  it("of an old Office document with macros", () => {
    const name = Buffer.from("_VBA_PROJECT", "utf16le");
    const bytes = Buffer.concat([Buffer.alloc(512), name, Buffer.from("Sub AutoOpen()")]);
    expect([...traitsOf("ole", bytes)]).toEqual(["macros", "opens-by-itself"]);
    expect([...traitsOf("ole", Buffer.alloc(2048))]).toEqual([]);
  });

  it("of a new Office document with macros or a remote template", () => {
    expect(officeTraits([{ name: "word/vbaProject.bin", content: "x" }])).toEqual(["macros"]);
    const settings = "word/_rels/settings.xml.rels";
    expect(officeTraits([{ name: settings, content: relation("attachedTemplate") }])).toEqual([
      "remote-template",
    ]);
    expect(officeTraits([{ name: settings, content: relation("hyperlink") }])).toEqual([]);
  });
});

describe("tailOf", () => {
  const png = Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    Buffer.from("0000000049454e44ae426082", "hex"),
  ]);
  const jpeg = Buffer.from("ffd8ffe00004aaaaffda0004aaaa1122ff003344ffd9", "hex");
  const gif = Buffer.concat([
    Buffer.from("GIF89a"),
    Buffer.from("01000100000000", "hex"),
    Buffer.from("2c00000000010001000002024401003b", "hex"),
  ]);

  it.each([
    ["png", png],
    ["jpeg", jpeg],
    ["gif", gif],
  ] as const)("finds what is hidden behind a %s", (kind, image) => {
    const archive = zipOf([{ name: "run.sh", content: "x".repeat(100) }]);
    expect(tailOf(kind, image)).toBeUndefined();
    expect(tailOf(kind, Buffer.concat([image, Buffer.alloc(200)]))).toBeUndefined();
    expect(tailOf(kind, Buffer.concat([image, archive]))).toEqual({
      start: image.length,
      length: archive.length,
      kind: "zip",
    });
  });
});

describe("bytecodeFacts", () => {
  it.each([
    ["lib/__pycache__/tool.cpython-311.pyc", 0, "lib/tool.py", false, false],
    ["lib/__pycache__/tool.cpython-311.opt-1.pyc", 1, "lib/tool.py", false, true],
    ["lib/__pycache__/gone.cpython-311.pyc", 3, undefined, false, false],
    ["lib/gone.pyc", 0, undefined, true, false],
    ["lib/tool.pyc", 0, "lib/tool.py", true, false],
  ] as const)("of %s", (path, flags, source, isImportable, isUnchecked) => {
    expect(bytecodeFacts(path, magic(flags), hasTool)).toEqual({
      source,
      isImportable,
      isUnchecked,
    });
  });
});
