import { describe, expect, it } from "vitest";
import { fitting } from "./contents.ts";

describe("fitting", () => {
  it("counts a text as it travels, and names the way to read a larger one", () => {
    const result = { contents: [{ uri: "skill://a/b.txt", text: '"'.repeat(10) }] };
    expect(fitting(result, 22)).toBe(result);
    expect(() => fitting(result, 21)).toThrow(/skill:\/\/a\/b\.txt is too large.*--http/);
    const blob = { contents: [{ uri: "skill://a/b.bin", blob: "AAAA" }] };
    expect(fitting(blob, 4)).toBe(blob);
    expect(() => fitting(blob, 3)).toThrow(/too large/);
    expect(fitting(result, undefined)).toBe(result);
  });
});
