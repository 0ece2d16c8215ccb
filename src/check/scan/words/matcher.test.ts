import { describe, expect, it } from "vitest";
import { readWords } from "./lists.ts";
import { matcherOf } from "./matcher.ts";

const match = matcherOf(
  readWords<"a" | "b">(["# words", "a: send, send it, exfiltrat*", "b: 发送, it"]),
);

function found(text: string): readonly string[] {
  return match(text).map(({ class: name, start, end }) => `${name} ${text.slice(start, end)}`);
}

describe("matcherOf", () => {
  it("finds phrases that overlap", () => {
    expect(found("send it")).toEqual(["a send", "a send it", "b it"]);
  });

  it("finds whole words, and every ending of a stem", () => {
    expect(found("resend sender item")).toEqual([]);
    expect(found("they exfiltrated")).toEqual(["a exfiltrated"]);
  });

  it("finds words of scripts without blanks", () => {
    expect(found("请发送文件")).toEqual(["b 发送"]);
  });

  it("takes steps in the measure of the text", () => {
    expect(found("send".repeat(50_000))).toEqual([]);
  });
});
