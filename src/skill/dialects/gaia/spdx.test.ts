import { describe, expect, it } from "vitest";
import { isSpdx, spellLicense } from "./spdx.ts";

describe("SPDX expressions", () => {
  it.each([
    "MIT",
    "mit",
    "Apache-2.0",
    "GPL-2.0+",
    "LicenseRef-my-terms",
    "DocumentRef-a:LicenseRef-b",
    "MIT OR Apache-2.0",
    "(MIT AND BSD-3-Clause) OR GPL-2.0-only WITH Classpath-exception-2.0",
  ])("[GA-01] takes %s", (expression) => {
    expect(isSpdx(expression)).toBe(true);
  });

  it.each([
    "",
    "Proprietary",
    "Apache 2.0",
    "MIT OR",
    "OR MIT",
    "(MIT",
    "MIT)",
    "MIT Apache-2.0",
    "MIT WITH nothing",
    "LicenseRef-",
    "SEE LICENSE IN LICENSE",
  ])("[GA-01] does not know %j", (expression) => {
    expect(isSpdx(expression)).toBe(false);
  });

  it("[GA-01] knows how a licence is spelled", () => {
    expect(spellLicense("apache-2.0")).toBe("Apache-2.0");
    expect(spellLicense("constructor")).toBeUndefined();
  });
});
