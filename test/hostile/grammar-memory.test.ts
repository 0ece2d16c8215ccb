/** What a grammar takes of memory is bounded, however often it is asked. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { outputOf } from "../support/spawner.ts";

const READER = join(import.meta.dirname, "..", "..", "src", "platform", "syntax", "index.ts");
/** Optimised, it takes 2.3 million; how much of the rest is given back in time differs with what else is running. */
const MOST_KILOBYTES = 1_500_000;

/** Each text is parsed often enough that the engine would optimise the code of the grammar. */
const PROGRAM = `
const { TreeSitterReader } = await import(${JSON.stringify(pathToFileURL(READER).href)});
const reader = new TreeSitterReader();
const text = "    Get-Item -Path $x | Where-Object { $_.Name -eq 'a' }\\n".repeat(400);
for (let round = 0; round < 60; round++) {
  await reader.load(["powershell", "bash"]);
  reader.parse("powershell", text);
  reader.parse("bash", text);
}
console.log(process.resourceUsage().maxRSS);
`;

it("[BX-07] PowerShell costs no gigabytes", () => {
  const printed = outputOf(process.execPath, ["--input-type=module", "-e", PROGRAM]);
  expect(Number(printed)).toBeLessThan(MOST_KILOBYTES);
});
