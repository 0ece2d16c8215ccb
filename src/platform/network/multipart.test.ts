import { describe, expect, it } from "vitest";
import { type FormPart, readFormParts } from "./multipart.ts";

const TYPE = "multipart/form-data; boundary=xyz";

function read(
  body: RequestInit["body"],
  type: string | undefined = TYPE,
  limits: { readonly maxBytes?: number; readonly maxParts?: number } = {},
): Promise<readonly FormPart[]> {
  const request = new Request("http://server.test/", {
    method: "POST",
    body: body ?? "",
    duplex: "half",
    ...(type === "" ? {} : { headers: { "content-type": type } }),
  });
  return readFormParts(request, {
    maxBytes: limits.maxBytes ?? 1_000_000,
    maxParts: limits.maxParts ?? 100,
    tooLarge: () => new Error("too large"),
    invalid: (reason) => new Error(reason),
  });
}

function part(name: string, content: string): string {
  return `--xyz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
}

function inPieces(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(text);
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.subarray(at, (at += size)));
    },
  });
}

describe("a form", () => {
  it("is read as clients write it", async () => {
    const form = new FormData();
    form.set("plain", "a text\r\nof two lines");
    form.set("empty", "");
    form.append("files", new File([Uint8Array.of(0, 13, 10, 45, 45)], 'a "b".bin'));
    form.append("files", new File([], "folder/größe.md"));
    const parts = await read(form, "");
    expect(parts.map(({ name, fileName, bytes }) => [name, fileName, [...bytes]])).toEqual([
      ["plain", undefined, [...Buffer.from("a text\r\nof two lines")]],
      ["empty", undefined, []],
      ["files", 'a "b".bin', [0, 13, 10, 45, 45]],
      ["files", "folder/größe.md", []],
    ]);
  });

  it.each([1, 2, 3, 7, 64, 1000])("is the same in pieces of %i bytes", async (size) => {
    const text = `${part("one", "\r\n--xy\r\n--")}${part("two", "")}--xyz--\r\n`;
    const parts = await read(inPieces(text, size));
    expect(parts.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
      ["one", "\r\n--xy\r\n--"],
      ["two", ""],
    ]);
  });
});

describe("[BX-14] a form that nobody means well", () => {
  const whole = `${part("a", "b")}--xyz--`;
  const name = 'Content-Disposition: form-data; name="a"';

  it.each<readonly [string, string, string]>([
    ["it is not `multipart/form-data`", "text/plain", whole],
    ["it is not `multipart/form-data`", "multipart/form-data", whole],
    ["it is not `multipart/form-data`", `multipart/form-data; boundary=${"b".repeat(71)}`, whole],
    ["it does not begin with its boundary", TYPE, `preamble\r\n${whole}`],
    ["it ends in the middle", TYPE, ""],
    ["it ends in the middle", TYPE, part("a", "b")],
    ["there is something behind a boundary", TYPE, `--xyzz\r\n${name}\r\n\r\n\r\n--xyz--`],
    ["a part has no name", TYPE, "--xyz\r\nContent-Type: text/plain\r\n\r\nx\r\n--xyz--"],
    ["the headers of a part are too long", TYPE, `--xyz\r\nX: ${"x".repeat(9000)}`],
  ])("is refused: %s", async (reason, type, body) => {
    await expect(read(body, type)).rejects.toThrow(reason);
  });

  it("is refused when it has too many parts, before the rest of it is read", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(Buffer.from(part("a", "b")));
      },
    });
    await expect(read(endless, TYPE, { maxParts: 10 })).rejects.toThrow("more than 10 parts");
    expect(sent).toBeLessThan(20);
  });

  it("is refused when it is too long, declared or not", async () => {
    await expect(read(whole, TYPE, { maxBytes: 20 })).rejects.toThrow("too large");
    await expect(read(inPieces(whole, 8), TYPE, { maxBytes: 20 })).rejects.toThrow("too large");
  });
});
