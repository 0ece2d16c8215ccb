import { describe, expect, it } from "vitest";
import { de } from "./de.ts";
import { en, type Text } from "./en.ts";
import { es } from "./es.ts";
import { createSay, toLanguage } from "./texts.ts";

function namesIn(text: Text): readonly string[] {
  const forms = typeof text === "string" ? [text] : [text.one, text.other];
  return forms.map((form) => [...form.matchAll(/\{\w+\}/gu)].map(String).toSorted().join(" "));
}

describe("texts", () => {
  it.each([
    ["German", de],
    ["Spanish", es],
  ])("has every text in %s, with the same values in it", (_, texts) => {
    expect(Object.keys(texts)).toEqual(Object.keys(en));
    for (const [key, text] of Object.entries(en))
      expect(namesIn(texts[key as keyof typeof en]), key).toEqual(namesIn(text));
  });

  it("counts and names by the rules of the language", () => {
    expect(createSay("en", en)("home.failing", { count: 1 })).toBe("1 does not load");
    expect(createSay("de", de)("home.failing", { count: 1200 })).toBe("1.200 laden nicht");
    expect(createSay("es", es)("home.firstFailing", { agent: "Codex" })).toBe("no carga en Codex:");
    // A value is no pattern.
    expect(createSay("en", en)("home.firstFailing", { agent: "{agent} $&" })).toContain(
      "{agent} $&",
    );
  });

  it("takes what it does not know for English", () => {
    expect([toLanguage("de"), toLanguage("fr"), toLanguage(null)]).toEqual(["de", "en", "en"]);
  });
});
