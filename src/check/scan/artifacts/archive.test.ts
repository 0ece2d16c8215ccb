import { deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type ArchiveEntry, tarGzOf, tarOf, zipOf } from "../../../../test/support/archives.ts";
import { ARCHIVE_LIMITS } from "./archive.ts";
import { type ArchiveReport, unfold, type Unfolded } from "./unfold.ts";

const LINK = 0o120777;

function open(bytes: Uint8Array, path = "bundle"): Unfolded {
  return unfold([{ path, bytes }]);
}

function only({ archives }: Unfolded): ArchiveReport {
  expect(archives).toHaveLength(1);
  return archives[0] as ArchiveReport;
}

function kindsOf(bytes: Uint8Array): readonly string[] {
  return only(open(bytes)).problems.map(({ kind }) => kind);
}

const makers: readonly (readonly [string, (entries: readonly ArchiveEntry[]) => Buffer])[] = [
  ["zip", zipOf],
  ["tar", tarOf],
  ["tar.gz", tarGzOf],
];

describe.each(makers)("an archive of the kind %s", (_name, make) => {
  it("is listed, and its files are read", () => {
    const unfolded = open(
      make([
        { name: "a/", type: "5", mode: 0o40755 },
        { name: "a/run.sh", content: "#!/bin/sh\n", mode: 0o100755 },
      ]),
    );
    expect(only(unfolded).names).toEqual(["a/", "a/run.sh"]);
    expect(only(unfolded).problems).toEqual([]);
    expect(unfolded.files.map(({ path, kind }) => [path, kind])).toEqual([
      ["bundle!/a/run.sh", "text"],
    ]);
    expect(Buffer.from(unfolded.files[0]?.bytes ?? []).toString()).toBe("#!/bin/sh\n");
  });

  it.each([
    ["leads-out", [{ name: "../out.sh", content: "x" }]],
    ["leads-out", [{ name: "/etc/cron.d/x", content: "x" }]],
    ["leads-out", [{ name: "C:\\x.bat", content: "x" }]],
    ["leads-out", [{ name: "a/..\\..\\x", content: "x" }]],
    ["link-out", [{ name: "l", content: "/etc", link: "/etc", type: "2", mode: LINK }]],
    ["link-out", [{ name: "a/l", content: "../../x", link: "../../x", type: "2", mode: LINK }]],
    ["odd-name", [{ name: "a\u202Egpj.sh", content: "x" }]],
    [
      "duplicate",
      [
        { name: "a", content: "1" },
        { name: "a", content: "2" },
      ],
    ],
    [
      "case-collision",
      [
        { name: "Run.sh", content: "1" },
        { name: "run.sh", content: "2" },
      ],
    ],
    ["privileged-mode", [{ name: "a", content: "1", mode: 0o104755 }]],
  ] satisfies readonly (readonly [string, readonly ArchiveEntry[]])[])(
    "tells of %s",
    (kind, entries) => {
      expect(kindsOf(make(entries))).toEqual([kind]);
    },
  );

  it("says nothing of a link that stays inside", () => {
    const entries = [
      { name: "bin/tool", content: "x" },
      { name: "bin/t", content: "../bin/tool", link: "../bin/tool", type: "2", mode: LINK },
    ];
    expect(kindsOf(make(entries))).toEqual([]);
  });

  it("is opened inside of another one, and not for ever", () => {
    let bytes: Buffer = make([{ name: "deep.txt", content: "text" }]);
    for (let count = 0; count < 6; count++) bytes = wrap(bytes);
    const { archives } = open(bytes);
    expect(archives.some(({ problems }) => problems.some(({ kind }) => kind === "too-deep"))).toBe(
      true,
    );
    expect(archives.length).toBeLessThanOrEqual(ARCHIVE_LIMITS.depth + 1);
  });
});

function wrap(bytes: Buffer): Buffer {
  const header = tarOf([{ name: "inner" }]).subarray(0, 512);
  header.write(`${bytes.length.toString(8).padStart(11, "0")}\0`, 124, "latin1");
  return Buffer.concat([
    header,
    bytes,
    Buffer.alloc((512 - (bytes.length % 512)) % 512),
    Buffer.alloc(1024),
  ]);
}

/** A packed entry with headers as the test wants them. */
function packedZip(options: {
  readonly content: Buffer;
  readonly claimed?: number;
  readonly flags?: number;
  readonly localName?: string;
  readonly front?: string;
}): Buffer {
  const name = Buffer.from("data.txt");
  const localName = Buffer.from(options.localName ?? "data.txt");
  const packed = deflateRawSync(options.content);
  const common = (length: number): Buffer => {
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE(options.flags ?? 0, 2);
    header.writeUInt16LE(8, 4);
    header.writeUInt32LE(packed.length, 14);
    header.writeUInt32LE(options.claimed ?? options.content.length, 18);
    header.writeUInt16LE(length, 22);
    return header;
  };
  const front = Buffer.from(options.front ?? "");
  const local = Buffer.concat([
    Buffer.from("PK\u0003\u0004", "latin1"),
    common(localName.length),
    localName,
    packed,
  ]);
  const central = Buffer.alloc(46);
  central.write("PK\u0001\u0002", "latin1");
  central.writeUInt16LE(0x0314, 4);
  common(name.length).copy(central, 6);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([front, local, central, name, end]);
}

describe("a ZIP archive", () => {
  it("is read when it is packed", () => {
    const { files } = open(packedZip({ content: Buffer.from("hello ".repeat(50)) }));
    expect(Buffer.from(files[0]?.bytes ?? []).toString()).toBe("hello ".repeat(50));
  });

  it("tells of a password, and reads nothing behind it", () => {
    const unfolded = open(packedZip({ content: Buffer.from("x"), flags: 1 }));
    expect(only(unfolded).problems).toEqual([
      { kind: "encrypted", entry: "data.txt", detail: "can be read with a password only" },
    ]);
    expect(unfolded.files).toEqual([]);
  });

  it("tells of a bomb by what its headers claim, and unpacks no more than the limit", () => {
    const content = Buffer.alloc(30_000_000);
    const unfolded = open(packedZip({ content }));
    expect(only(unfolded).problems.map(({ kind }) => kind)).toEqual(["cut", "bomb", "bomb"]);
    expect(unfolded.files[0]?.bytes.length).toBe(ARCHIVE_LIMITS.entryBytes);
  });

  it("tells of a bomb that claims to be small", () => {
    const unfolded = open(packedZip({ content: Buffer.alloc(30_000_000), claimed: 10 }));
    expect(unfolded.files[0]?.bytes.length).toBe(ARCHIVE_LIMITS.entryBytes);
    expect(only(unfolded).problems.map(({ kind }) => kind)).toEqual(["bomb"]);
  });

  it("tells of names that differ between directory and header", () => {
    expect(kindsOf(packedZip({ content: Buffer.from("x"), localName: "run.cmd!" }))).toEqual([
      "header-mismatch",
    ]);
  });

  it("tells of a file that its directory does not name", () => {
    const hidden = zipOf([{ name: "hidden.sh", content: "x" }]);
    const shown = zipOf([{ name: "shown.txt", content: "y" }]);
    const local = hidden.subarray(0, 30 + "hidden.sh".length + 1);
    const localShown = shown.subarray(0, 30 + "shown.txt".length + 1);
    const rest = Buffer.from(shown.subarray(localShown.length));
    rest.writeUInt32LE(localShown.length + local.length, rest.length - 6);
    expect(kindsOf(Buffer.concat([localShown, local, rest]))).toEqual(["hidden-entry"]);
  });

  it("is told where it is damaged", () => {
    const bytes = zipOf([{ name: "a", content: "x" }]);
    expect(kindsOf(bytes.subarray(0, 40))).toEqual(["damaged"]);
  });
});

describe("other archives", () => {
  it("are told where they cannot be read", () => {
    const seven = Buffer.concat([Buffer.from("377abcaf271c", "hex"), Buffer.alloc(40)]);
    expect(kindsOf(seven)).toEqual(["unreadable"]);
  });

  it("are told by their password", () => {
    const seven = Buffer.concat([
      Buffer.from("377abcaf271c", "hex"),
      Buffer.alloc(30),
      Buffer.from("06f10701", "hex"),
    ]);
    expect(kindsOf(seven)).toEqual(["encrypted"]);
    const rar4 = Buffer.from("526172211a0700cf907380000d00000000000000", "hex");
    expect(kindsOf(rar4)).toEqual(["encrypted"]);
    const rar5 = Buffer.from("526172211a070100aabbccdd210400000f", "hex");
    expect(kindsOf(rar5)).toEqual(["encrypted"]);
  });

  it("of gzip stop at the limit", () => {
    const unfolded = open(gzipSync(Buffer.alloc(20_000_000)), "big.gz");
    expect(only(unfolded).problems.map(({ kind }) => kind)).toContain("bomb");
    expect(unfolded.files[0]?.bytes.length).toBe(ARCHIVE_LIMITS.entryBytes);
  });
});
