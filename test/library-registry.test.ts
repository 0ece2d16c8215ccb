/** What programs get from `skillwright/registry`, from the package as it is built. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import type * as Registry from "../src/registry/public.ts";
import { temporaryFolder } from "./support/program.ts";
import { stateOf, trusting, writeShared } from "./support/shared-skills.ts";
import { root } from "./support/source.ts";

/** The types are those of the sources, from which the package is built. */
async function built(): Promise<typeof Registry> {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, { readonly default: string }>>;
  };
  const file = join(root, manifest.exports["./registry"]?.default ?? "");
  return (await import(pathToFileURL(file).href)) as typeof Registry;
}

describe("skillwright/registry", () => {
  it("[GA-13] installs, lists, updates and removes as the commands do", async () => {
    const { openManager, verifyInstalled, MergeConflictError } = await built();
    const base = temporaryFolder();
    const source = join(base, "source");
    await writeShared(source, { name: "app", needs: { auth: ">=1.0.0" } });
    await writeShared(source, { name: "auth" });
    const folder = join(base, "skills");
    const manager = openManager({ folder, trust: trusting, environment: {} });
    await manager.install(`${source}#app`);
    expect(
      (await manager.listInstalled()).map(({ name, version, securityTier }) => [
        name,
        version,
        securityTier,
      ]),
    ).toEqual([
      ["app", "1.0.0", "community"],
      ["auth", "1.0.0", "community"],
    ]);
    expect(stateOf(folder)).toEqual(stateOf(source));
    expect(await verifyInstalled(join(folder, "app"), trusting)).toBe("community");
    await writeShared(source, { name: "app", version: "1.1.0", body: "Other." });
    appendFileSync(join(folder, "app/SKILL.md"), "Mine.\n");
    const failure: unknown = await manager.update(["app"]).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MergeConflictError);
    expect(await manager.update(["app"], { preference: "new" })).toMatchObject({
      skills: [{ name: "app", version: "1.1.0" }],
    });
    await manager.remove(["app"]);
    expect(existsSync(join(folder, "auth"))).toBe(false);
  });

  it("[GA-20] [GA-21] resolves versions from any catalog", async () => {
    const { resolve, isInRange } = await built();
    expect(isInRange("1.4.2", "^1.2.0,!=1.4.1")).toBe(true);
    const found = await resolve([{ name: "a", range: "*" }], {
      versionsOf: (name) =>
        Promise.resolve(
          name === "a" ? [{ version: "1.0.0" }] : [{ version: "0.1.0" }, { version: "0.2.0" }],
        ),
      dependenciesOf: (name) =>
        Promise.resolve(name === "a" ? [{ name: "b", range: "<=0.1.5" }] : []),
    });
    expect(found).toMatchObject({
      skills: [
        { name: "b", version: "0.1.0" },
        { name: "a", version: "1.0.0" },
      ],
    });
  });
});
