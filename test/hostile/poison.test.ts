/** Documents and runs that killed the server by memory, and again at every restart. */
import { crc32, deflateRawSync } from "node:zlib";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type HostileServer,
  othersAreAnswered,
  peakMemory,
  settledDocument,
  startHostileServer,
  uploadDocument,
} from "../support/hostile-server.ts";
import { useProgram } from "../support/running.ts";
import { until } from "../support/wait.ts";

const starter = useProgram();
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Far below what the attacks want, and well above what a server takes that does ordinary things. */
const MOST_MB = 600;

describe("[BX-14] the server outlives", () => {
  const shared = useProgram(afterAll);
  let server: HostileServer;
  // One for all of them, which has outlived each attack when the next one comes.
  beforeAll(async () => {
    server = await startHostileServer(shared);
  });

  it.each([
    ["a .docx with 153 MB of XML", undefined],
    ["a .docx whose directory promises little", 1000],
  ])(
    "%s",
    async (_, promised) => {
      const bytes = docx(153 * 1024 * 1024, promised);
      expect(bytes.length).toBeLessThan(1024 * 1024);
      const hostile = uploadDocument(server, "poison.docx", bytes).then((id) =>
        settledDocument(server, id),
      );
      const { status, error } = await othersAreAnswered(server, hostile);
      expect({ status, error }).toEqual({
        status: "failed",
        error: expect.stringMatching(/more than \d+ (?:bytes|MB)|damaged/u),
      });
      expect(server.server.child.exitCode).toBe(null);
      expect(peakMemory(server)).toBeLessThan(MOST_MB);
    },
    120_000,
  );

  it("a template of a skill that fills to 400 MB", async () => {
    const body = "{{x}}".repeat(7000);
    const content = `---\nname: fill\ninputs:\n  - name: x\n---\n\n${body}\n`;
    const made = await server.send("mallory", "POST", "/api/v1/skills", { name: "fill", content });
    expect(made.status, await made.clone().text()).toBe(201);
    const hostile = server.send("mallory", "POST", "/api/v1/skills/fill/run", {
      inputs: { x: "y".repeat(60_000) },
      dry_run: true,
    });
    const response = await othersAreAnswered(server, hostile);
    expect(response.status, (await response.clone().text()).slice(0, 500)).toBe(413);
    expect(await response.text()).toContain("longer than");
    expect(peakMemory(server)).toBeLessThan(MOST_MB);
  });

  it.each([
    ["fills to 500 MB", `"${"{{input}}".repeat(1000)}" == "x"`, "y".repeat(500_000)],
    [
      "searches for what is almost there",
      `input.includes("${"a".repeat(100)}b${"a".repeat(9000)}")`,
      "a".repeat(500_000),
    ],
  ])(
    "a condition of a workflow that %s",
    async (_, expression, input) => {
      const hostile = runCondition(server, expression, input);
      const run = await othersAreAnswered(server, hostile);
      expect(run).toMatch(/longer than|stopped|workflow_complete/u);
      expect(peakMemory(server)).toBeLessThan(MOST_MB);
    },
    120_000,
  );
});

/** Runs a workflow of one condition; gives all that it told. */
async function runCondition(
  { send }: HostileServer,
  expression: string,
  input: string,
): Promise<string> {
  const graph = {
    nodes: [
      { id: "a", type: "start", position: { x: 0, y: 0 }, data: {} },
      { id: "b", type: "condition", position: { x: 0, y: 0 }, data: { expression } },
      { id: "c", type: "end", position: { x: 0, y: 0 }, data: {} },
    ],
    edges: [
      { id: "1", source: "a", target: "b" },
      { id: "2", source: "b", target: "c", sourceHandle: "true" },
      { id: "3", source: "b", target: "c", sourceHandle: "false" },
    ],
  };
  const made = await send("mallory", "POST", "/api/v1/workflows", {
    name: "poison",
    graph_data: graph,
  });
  expect(made.status, await made.clone().text()).toBe(201);
  const { id } = (await made.json()) as { readonly id: string };
  const response = await send("mallory", "POST", `/api/v1/workflows/${id}/execute`, { input });
  expect(response.status, await response.clone().text()).toBe(200);
  return await response.text();
}

describe("[BX-14] a document at which the server is killed", () => {
  it("is given up after three times, and can be tried again", async () => {
    const data = mkdtempSync(join(tmpdir(), "skillwright-poison-"));
    folders.push(data);
    // Large enough to be at work when the server is killed, which follows within milliseconds.
    const words = Array.from({ length: 300_000 }, (_, index) => `w${index % 997}`).join(" ");
    const first = await startHostileServer(starter, { data });
    const id = await uploadDocument(first, "poison.txt", words);
    let running = first.server;
    for (let attempt = 1; ; attempt += 1) {
      await begun(data, id, attempt);
      running.child.kill("SIGKILL");
      await running.exited;
      letTimePass(data);
      if (attempt === 3) break;
      running = starter.start(["serve", "--port", "0"], {
        environment: { SKILLWRIGHT_DATA: data },
      });
    }
    const server = await startHostileServer(starter, { data });
    expect(await settledDocument(server, id)).toMatchObject({
      status: "failed",
      error: expect.stringContaining("given up"),
    });
    const retry = await server.send("mallory", "POST", `/api/v1/knowledge/poison/process/${id}`);
    expect(retry.status).toBe(202);
    expect(await settledDocument(server, id)).toMatchObject({ status: "completed", error: null });
  }, 300_000);
});

/**
 * Waits until a document is processed for the so-manieth time. The database says so at once: a server that starts goes
 * on with the document before anybody has logged in.
 */
async function begun(data: string, id: string, attempt: number): Promise<void> {
  const database = new DatabaseSync(join(data, "state.db"), { readOnly: true });
  try {
    const read = database.prepare("select attempts from documents where id = ?");
    await until(
      `attempt ${attempt} has begun`,
      () => read.get(id)?.["attempts"] === attempt,
      90_000,
    );
  } finally {
    database.close();
  }
}

/** A document counts as left behind once its server has been silent for a while. */
function letTimePass(data: string): void {
  const database = new DatabaseSync(join(data, "state.db"));
  database.exec("update documents set updated_at = '2000-01-01T00:00:00.000Z'");
  database.close();
}

/** A document of Word whose text unfolds into so many bytes; its directory may promise fewer. */
function docx(size: number, promised?: number): Uint8Array<ArrayBuffer> {
  const open = Buffer.from(`<w:document xmlns:w="${WORD}"><w:body>`);
  const body = Buffer.alloc(size, "<w:p><w:r><w:t>a</w:t></w:r></w:p>");
  const text = Buffer.concat([open, body]);
  return zip([
    { name: "[Content_Types].xml", content: Buffer.from(CONTENT_TYPES) },
    { name: "_rels/.rels", content: Buffer.from(RELATIONS) },
    { name: "word/document.xml", content: text, ...(promised === undefined ? {} : { promised }) },
  ]);
}

interface ZipEntry {
  readonly name: string;
  readonly content: Uint8Array;
  /** The size that its headers tell. */
  readonly promised?: number;
}

function zip(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, content, promised = content.length } of entries) {
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(promised, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), common, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    centrals.push(Buffer.from("PK\u0001\u0002\u0014\u0000"), common, place, Buffer.from(name));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Uint8Array.from(Buffer.concat([...locals, directory, Buffer.from("PK\u0005\u0006"), end]));
}

const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const CONTENT_TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const RELATIONS =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';
