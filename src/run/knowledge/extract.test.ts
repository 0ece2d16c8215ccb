import { expect, it } from "vitest";
import { extractText } from "./extract.ts";

const LATIN = Uint8Array.from(Buffer.from("café olé", "latin1"));

it("reads text that is not UTF-8 as what it says of itself, or as Western text", async () => {
  expect(await extractText("text", LATIN)).toBe("café olé");
  expect(await extractText("text", new TextEncoder().encode("café olé"))).toBe("café olé");
  const head = Buffer.from('<meta charset="shift_jis"><p>', "latin1");
  const page = Buffer.concat([head, Buffer.from([0x93, 0xfa, 0x96, 0x7b]), Buffer.from("</p>")]);
  expect(await extractText("html", Uint8Array.from(page))).toBe("日本");
  const liar = Buffer.concat([Buffer.from("charset=utf-8 "), Buffer.from(LATIN)]);
  expect(await extractText("text", Uint8Array.from(liar))).toBe("charset=utf-8 café olé");
});
