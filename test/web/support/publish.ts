/** Skills in the registry of a workbench, without the wizard. */
import { expect } from "vitest";
import type { SkillFile } from "../../../src/registry/package/index.ts";
import { asJson } from "../../support/market.ts";
import type { Workbench } from "./workbench.ts";

export async function publish(
  workbench: Workbench,
  email: string,
  files: readonly SkillFile[],
  details: object = {},
): Promise<void> {
  const { status, text } = await workbench.platform.send("POST", "/registry/api/v1/skills", {
    token: await workbench.token(email),
    body: { files: asJson(files), ...details },
  });
  expect(status, text).toBe(201);
}
