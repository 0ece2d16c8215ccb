/** A bucket whose server answers whatever it likes: the store ends, says so, and gives nothing that is no key of it. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { openS3Store, type Store } from "../../src/library/store/index.ts";
import { bytesOf, collect, problemOf } from "../support/store.ts";

type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void;

let close = async (): Promise<void> => {};
afterEach(async () => close());

async function openAt(answer: Answer): Promise<{ store: Store; asked: () => number }> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    request.resume();
    response.on("error", () => {});
    answer(request, response, count);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  const store = await openS3Store({
    bucket: "team",
    prefix: "skills",
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: "id", secretAccessKey: "planted-secret" },
    mostBytes: 100_000,
    mostKeys: 50,
    mostMs: 500,
  });
  close = async () => {
    await store.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { store, asked: () => count };
}

function page(keys: readonly string[], more = "", head = ""): string {
  const contents = keys.map(
    (key) =>
      `<Contents><Key>${key}</Key><ETag>"1"</ETag><Size>1</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`,
  );
  return `<?xml version="1.0"?>${head}<ListBucketResult>${contents.join("")}${more}</ListBucketResult>`;
}

/** Writes far more than anybody should take, and then nothing, without an end. */
function pour(response: ServerResponse, text: string): void {
  let left = 1000;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(text)) return;
    }
  };
  response.on("drain", more);
  more();
}

const BLANKS = " ".repeat(16_384);

const ENDLESS: readonly (readonly [string, Answer])[] = [
  [
    "a list that repeats its page",
    (_, response) => {
      const more =
        "<IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken>";
      response.end(page(["skills/a"], more));
    },
  ],
  [
    "a list that has always one more page",
    (_, response, count) => {
      const more = `<IsTruncated>true</IsTruncated><NextContinuationToken>${count}</NextContinuationToken>`;
      response.end(page([`skills/a${String(count).padStart(8, "0")}`], more));
    },
  ],
  [
    "a list that has always one more page, and nothing on any",
    (_, response, count) => {
      const more = `<IsTruncated>true</IsTruncated><NextContinuationToken>${count}</NextContinuationToken>`;
      response.end(page([], more));
    },
  ],
  ["a page without an end", (_, response) => pour(response, BLANKS)],
  [
    "an error without an end",
    (_, response) => {
      response.writeHead(400);
      pour(response, BLANKS);
    },
  ],
  [
    "a page that comes letter by letter",
    (_, response) => {
      response.write("<?xml version=");
      const timer = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(timer));
    },
  ],
  [
    "entities that grow",
    (_, response) => {
      const names = "bcdefghij".split("");
      const entities = names.map((name, index) => {
        const last = index === 0 ? "a" : (names[index - 1] ?? "a");
        return `<!ENTITY ${name} "${`&${last};`.repeat(10)}">`;
      });
      const head = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${entities.join("")}]>`;
      response.end(page(["skills/&j;"], "", head));
    },
  ],
  [
    "a redirect",
    (request, response) => {
      response.writeHead(307, { location: `http://${request.headers.host ?? ""}/other` });
      response.end();
    },
  ],
  ["no XML", (_, response) => response.end('{"keys": ["a"]}')],
  ["XML of something else", (_, response) => response.end("<html><body>Log in</body></html>")],
];

describe("a hostile bucket", () => {
  it.each(ENDLESS)("[BX-14] ends a listing: %s", async (_, answer) => {
    const { store, asked } = await openAt(answer);
    const listed = await collect(store.keys()).catch((error: unknown) => error);
    const told = listed instanceof Error ? `${listed.message} ${String(listed.cause)}` : "";
    expect(told).not.toContain("planted-secret");
    if (Array.isArray(listed)) expect(listed.join("").length).toBeLessThan(10_000);
    else expect(listed).toMatchObject({ diagnostic: { code: expect.stringMatching(/^store\//u) } });
    expect(asked()).toBeLessThan(1000);
  });

  it("[BX-14] gives no key that is outside of its place, or no key at all", async () => {
    const keys = ["skills/../../etc/passwd", "skills/a/../b", "other/c", "skills//d", "skills/ok"];
    const { store } = await openAt((_, response) => response.end(page(keys)));
    expect(await collect(store.keys())).toEqual(["ok"]);
  });

  const BODIES: readonly (readonly [string, Answer])[] = [
    ["without an end", (_, response) => pour(response, BLANKS)],
    [
      "larger than it may be",
      (_, response) => {
        response.writeHead(200, { "content-length": 10 ** 12 });
        pour(response, BLANKS);
      },
    ],
    [
      "shorter than it says",
      (_, response) => {
        response.writeHead(200, { "content-length": 1000 });
        response.write("short");
        setTimeout(() => response.destroy(), 50);
      },
    ],
    [
      "letter by letter",
      (_, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write(" "), 50);
        response.on("close", () => clearInterval(timer));
      },
    ],
    [
      "with a digest of something else",
      (_, response) => {
        response.writeHead(200, { "x-amz-meta-skillwright-sha256": "0".repeat(64) });
        response.end("other");
      },
    ],
    [
      "behind a redirect",
      (_, response) => {
        response.writeHead(301, { location: "http://169.254.169.254/latest/meta-data/" });
        response.end();
      },
    ],
  ];
  it.each(BODIES)("[BX-14] refuses an object %s", async (_, answer) => {
    const { store } = await openAt(answer);
    const { code } = await problemOf(store.get("a"));
    expect(code).toMatch(/^store\/(?:failed|corrupt)$/u);
  });

  it("[BX-14] writes once, whatever tag it is given back", async () => {
    const { store, asked } = await openAt((_, response) => {
      response.writeHead(412);
      response.end("<Error><Code>PreconditionFailed</Code></Error>");
    });
    const refused = await store
      .put("a", bytesOf("x"), { expect: "1" })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Error);
    expect(asked()).toBeLessThan(60);
  });
});
