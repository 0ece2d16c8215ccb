/** Skills with tools in folders of their own, and what loading them needs. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Environment } from "../../src/platform/index.ts";
import { createBubblewrapRunner } from "../../src/platform/sandbox/index.ts";
import { createRunner } from "../../src/run/sandbox/index.ts";
import {
  type Consent,
  type LoadOptions,
  policyFor,
  requireWhole,
} from "../../src/run/tools/index.ts";
import { temporaryFolder } from "./program.ts";

export interface SkillText {
  readonly name?: string;
  readonly version?: string;
  readonly permissions?: readonly string[];
  readonly tier?: string;
  /** Lines of YAML that stand beside the others. */
  readonly more?: string;
}

/** The frontmatter of a skill with tools, without a declaration of them. */
export function skillText({
  name = "web-search",
  version = "1.0.0",
  permissions = [],
  tier = "experimental",
  more = "",
}: SkillText = {}): string {
  return `---
name: ${name}
version: ${version}
description: Does what its tools do.
author: me
license: MIT
permissions: [${permissions.join(", ")}]
security_tier: ${tier}
${more}---
# ${name}
`;
}

/** Writes files below a new folder, and returns it. */
export function writeTree(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

export const SEARCH_DECLARED = `tools:
  - name: search_web
    description: Searches.
    parameters:
      query: { type: string, required: true }
      max_results: { type: integer, required: false, default: 5 }
    returns: { type: object }
`;

export const SEARCH_MODULE = `from gaia.agents.base.tools import tool

@tool
def search_web(query: str, max_results: int = 5) -> dict:
    """Searches the web."""
    return {"query": query, "max_results": max_results}
`;

/** Options for loading from a folder of skills, in the real sandbox. */
export function loadOptions(folder: string, consent: Consent = {}): LoadOptions {
  const environment: Environment = { ...process.env, GAIA_CONFIG_DIR: join(folder, ".gaia") };
  const agreed = { allowsExperimental: true, ...consent };
  return {
    folder,
    home: join(folder, "home"),
    environment,
    packagesRoot: join(folder, ".packages"),
    now: () => performance.now(),
    runner: createRunner(
      createBubblewrapRunner({
        path: environment["PATH"] ?? "",
        now: Date.now,
        random: Math.random,
      }),
      { folders: [] },
    ),
    authorize: async (skill) => {
      const policy = policyFor(skill, agreed);
      requireWhole(skill, policy, agreed);
      return policy;
    },
  };
}
