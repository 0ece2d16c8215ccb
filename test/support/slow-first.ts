import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { root } from "./source.ts";

/** Those that took longest when all of them ran, longest first. */
const SLOW: readonly string[] = [
  "test/docs.test.ts",
  "test/hostile/api.test.ts",
  "test/e2e/gateway.test.ts",
  "test/mcp-conformance.test.ts",
  "test/e2e/hosts.test.ts",
  "test/e2e/local.test.ts",
  "test/e2e/add.test.ts",
  "test/registry-clients/clawhub.test.ts",
  "test/hostile/batch-reads.test.ts",
  "test/mcp/server.test.ts",
  "test/registry-clients/clawhub-taken-away.test.ts",
  "test/registry/versions.test.ts",
  "test/hostile/poison.test.ts",
  "test/e2e/commands.test.ts",
  "test/hostile/jobs.test.ts",
  "test/web/restart.test.ts",
  "test/e2e/platform.test.ts",
  "src/hub/registry/upstream.test.ts",
  "test/registry-clients/own.test.ts",
  "test/web/registry.test.ts",
  "test/registry/search.test.ts",
  "test/web/registry-manage.test.ts",
  "test/web/studio.test.ts",
  "test/e2e/around.test.ts",
  "test/tools/model-calls.test.ts",
  "test/tools/load.test.ts",
  "test/web/settings.test.ts",
  "test/hostile/registry-rows.test.ts",
  "src/hub/registry/names.test.ts",
  "test/e2e/ci.test.ts",
  "test/web/editor.test.ts",
  "test/mcp/connect.test.ts",
  "test/workflow/kills.test.ts",
  "test/workflow/crash.test.ts",
  "test/workflow/poison.test.ts",
  "test/registry/kill-publish.test.ts",
  "test/web/screens.test.ts",
];

/**
 * Runs slow files first, and those that start nothing last. Otherwise vitest begins with the longest texts, and a short
 * file that starts many programs comes last, while all workers but one have nothing left to do. A worker is of one
 * project: each change from one to the other costs all of them a new start.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId, project }: TestSpecification): number {
  if (project.name === "fast") return SLOW.length + 1;
  const at = SLOW.indexOf(relative(root, moduleId).replaceAll("\\", "/"));
  return at === -1 ? SLOW.length : at;
}
