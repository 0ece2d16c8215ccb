import { resolve } from "node:path";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");

it.each(["src/index.ts", "src/skill/index.ts", "src/check/index.ts", "src/app/browser.ts"])(
  "[BX-01] %s bundles for a browser and asks nothing of Node",
  async (entry) => {
    const bundle = await rolldown({
      input: resolve(root, entry),
      platform: "browser",
      logLevel: "silent",
    });
    const { output } = await bundle.generate({ format: "esm" });
    await bundle.close();
    const chunks = output.filter((item) => item.type === "chunk");
    const imports = chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports]);
    const outside = imports.filter((name) => !output.some((item) => item.fileName === name));
    expect(outside).toEqual([]);
    const code = chunks.map((chunk) => chunk.code).join("\n");
    expect(code).not.toMatch(/\bnode:[a-z]/);
    expect(code).not.toMatch(/\b(?:process\.(?:argv|cwd|exit)|Buffer\.from|__dirname)\b/);
  },
);

it("[BX-07] src/check/scan/public.ts bundles for a browser and imports nothing", async () => {
  const bundle = await rolldown({
    input: resolve(root, "src/check/scan/public.ts"),
    platform: "browser",
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  const chunks = output.filter((item) => item.type === "chunk");
  // Names of Node's modules stand in it as words that it looks for, so only imports tell.
  const imports = chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports]);
  expect(imports.filter((name) => !output.some((item) => item.fileName === name))).toEqual([]);
});
