import { describe, expect, it } from "vitest";
import { listCodes, listWords } from "./text.ts";

describe("lists in sentences", () => {
  it("keep commas inside of words apart from those between", () => {
    expect(listWords(["GSV"])).toBe("GSV");
    expect(listWords(["GAIA", "GAIA, nested", "GSV"])).toBe("GAIA, GAIA (nested) and GSV");
    expect(listWords(["GAIA", "GAIA, nested"], "or")).toBe("GAIA or GAIA (nested)");
    expect(listCodes(["a, b", "c"])).toBe("`a, b` or `c`");
  });
});
