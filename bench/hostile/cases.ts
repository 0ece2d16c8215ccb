/** The hostile requests, each to something that exists and belongs to the user who sends it. */
import { crc32, deflateRawSync } from "node:zlib";

export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly type?: string;
  /** In place of all others: what is written on a connection that the server ends. */
  readonly wire?: string;
  /** Where four bytes of the body change with every request: what the server has already is not read again. */
  readonly counterAt?: number;
  /** Statuses that show that the request came to what it attacks. */
  readonly statuses: readonly number[];
}

/** Sends JSON as the user; throws for an answer that is no success. */
export type Post = (method: string, path: string, body: unknown) => Promise<unknown>;

export interface HostileCase {
  /** Makes what the request needs; gives the id of it where there is one. */
  readonly prepare?: (post: Post, user: string) => Promise<string | undefined>;
  readonly build: (user: string, id: string | undefined) => HostileRequest;
}

const blanks = (count: number): string => " ".repeat(count);
const skill = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Notes of a meeting.\nversion: 1.0.0\n---\n\n${body}\n`;

function json(
  method: string,
  path: string,
  body: unknown,
  statuses: readonly number[],
): HostileRequest {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return { method, path, body: bytes, type: "application/json", statuses };
}

function form(path: string, parts: readonly FormPart[], statuses: readonly number[]) {
  const bytes = parts.flatMap(({ name, content }) => [
    Buffer.from(
      `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ]);
  return {
    method: "POST",
    path,
    body: new Uint8Array(Buffer.concat([...bytes, Buffer.from("--x--\r\n")])),
    type: "multipart/form-data; boundary=x",
    statuses,
  };
}

function onWire(wire: string): HostileCase {
  return { build: () => ({ method: "", path: "", wire, statuses: [] }) };
}

interface FormPart {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** What a user may have waiting has an end: 503 and 507 are answers of a queue that is full. */
const QUEUED = [201, 202, 429, 503, 507];

function upload(name: string, content: () => string | Uint8Array, at = 0): HostileCase {
  return {
    prepare: async (post) => {
      await post("POST", "/api/v1/knowledge", { name: "poison" });
      return undefined;
    },
    build: () => {
      const parts = [{ name, content: content() }];
      const request = form("/api/v1/knowledge/poison/upload", parts, QUEUED);
      return { ...request, counterAt: Buffer.from(request.body).indexOf("\r\n\r\n") + 4 + at };
    },
  };
}

function stored(
  content: (name: string) => string,
  build: (name: string) => HostileRequest,
): HostileCase {
  return {
    prepare: async (post, user) => {
      const name = `notes-of-${user}`;
      await post("POST", "/api/v1/skills", { name, content: content(name) });
      return undefined;
    },
    build: (user) => build(`notes-of-${user}`),
  };
}

const small = (name: string): string => skill(name, "Go.");

const TEMPLATE = "{{x}}".repeat(7000);

export const cases: Readonly<Record<string, HostileCase | undefined>> = {
  nothing: undefined,
  base64: stored(small, (name) =>
    json(
      "PUT",
      `/api/v1/skills/${name}/file?path=a.txt`,
      { content: `${blanks(150_000)}!`, encoding: "base64" },
      [400, 422],
    ),
  ),
  html: upload("page.html", () => `0000${"<b> </b>".repeat(60_000)}`),
  word: upload("word.txt", () => "a".repeat(200_000)),
  // The time of its first entry.
  docx: upload("poison.docx", () => docx(150 * 1024 * 1024), 10),
  publish: {
    build: () =>
      json(
        "POST",
        "/registry/api/v1/skills",
        {
          dry_run: true,
          files: [{ path: "SKILL.md", text: skill("notes", `a${blanks(100_000)}b`) }],
        },
        [200, 201, 422, 429],
      ),
  },
  scan: {
    build: () =>
      json(
        "POST",
        "/api/v1/skills/scan",
        {
          skills: [
            {
              path: "notes/SKILL.md",
              text: skill("notes", `\`\`\`sh\nrm -${"R".repeat(60_000)}-\n\`\`\``),
            },
          ],
        },
        [200, 429],
      ),
  },
  stored: stored(
    (name) => skill(name, `a${blanks(25_000)}b`),
    (name) => ({ method: "GET", path: `/api/v1/skills/${name}`, statuses: [200] }),
  ),
  template: stored(
    (name) => `---\nname: ${name}\ninputs:\n  - name: x\n---\n\n${TEMPLATE}\n`,
    (name) =>
      json(
        "POST",
        `/api/v1/skills/${name}/run`,
        { inputs: { x: "y".repeat(60_000) }, dry_run: true },
        // A user has so many runs a minute.
        [413, 429],
      ),
  ),
  "form-parts": {
    build: () =>
      form(
        "/clawhub/api/v1/skills",
        Array.from({ length: 100_000 }, (_, index) => ({ name: `${index}`, content: "a" })),
        [400, 413],
      ),
  },
  "form-bytes": {
    build: () =>
      form(
        "/clawhub/api/v1/skills",
        [{ name: "a.bin", content: Buffer.alloc(50_000_000, "a") }],
        [400, 413, 503],
      ),
  },
  "publish-archive": {
    build: () =>
      json("POST", "/registry/api/v1/skills", { dry_run: true, archive: bomb() }, [201, 429]),
  },
  "publish-json": {
    build: () =>
      json(
        "POST",
        "/registry/api/v1/skills",
        {
          dry_run: true,
          files: [
            { path: "SKILL.md", text: skill("notes", "Go.") },
            { path: "a.bin", base64: "A".repeat(20_000_000) },
          ],
        },
        [200, 201, 413, 422, 429, 503],
      ),
  },
  pipelined: onWire("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".repeat(20_000)),
  crumbs: onWire(
    "POST /api/v1/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n".concat(
      "1\r\na\r\n".repeat(60_000),
    ),
  ),
  draft: stored(small, (name) =>
    json("PUT", `/api/v1/skills/${name}`, { content: skill(name, `a${blanks(45_000)}b`) }, [200]),
  ),
  workflow: {
    prepare: async (post) => {
      const made = await post("POST", "/api/v1/workflows", { name: "w", graph_data: graph(2, 1) });
      return (made as { readonly id: string }).id;
    },
    build: (_user, id) =>
      json(
        "PUT",
        `/api/v1/workflows/${id}`,
        { name: "w", graph_data: graph(500, 150) },
        [200, 400, 413, 422, 429],
      ),
  },
};

/** A chain of nodes, each with a template of so many placeholders. */
function graph(nodes: number, placeholders: number): object {
  const ids = Array.from({ length: nodes }, (_, index) => `n${index}`);
  const typeOf = (index: number): string => {
    if (index === 0) return "start";
    return index === nodes - 1 ? "end" : "llm";
  };
  const prompt = "{{input}} ".repeat(placeholders);
  return {
    nodes: ids.map((id, index) => ({
      id,
      type: typeOf(index),
      position: { x: 0, y: 0 },
      data: { prompt },
    })),
    edges: ids.slice(1).map((target, index) => ({ id: `e${index}`, source: ids[index], target })),
  };
}

/** A small archive with a file of 40 MB. */
function bomb(): string {
  // Zeros alone would be refused for how much they shrink.
  const noise = Array.from({ length: 20_000 }, (_, index) =>
    ((index * 40_503) % 65_521).toString(36),
  );
  const archive = zip([
    ["notes/SKILL.md", Buffer.from(skill("notes", "Go."))],
    ["notes/noise.txt", Buffer.from(noise.join(""))],
    ["notes/large.bin", Buffer.alloc(40 * 1024 * 1024)],
  ]);
  return Buffer.from(archive).toString("base64");
}

/** A document of Word whose text unfolds into so many bytes. */
function docx(size: number): Uint8Array {
  const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  const types =
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
  const relations =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';
  const text = Buffer.concat([
    Buffer.from(`<w:document xmlns:w="${word}"><w:body>`),
    Buffer.alloc(size, "<w:p><w:r><w:t>a</w:t></w:r></w:p>"),
  ]);
  return zip([
    ["[Content_Types].xml", Buffer.from(types)],
    ["_rels/.rels", Buffer.from(relations)],
    ["word/document.xml", text],
  ]);
}

function zip(entries: readonly (readonly [name: string, content: Uint8Array])[]): Uint8Array {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), common, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    centrals.push(Buffer.from("PK\u0001\u0002\u0014\u0000"), common, place, Buffer.from(name));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
