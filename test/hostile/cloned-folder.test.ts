/** What a folder of a stranger brings, in which somebody runs a command: none of it is started. */
import { chmodSync, existsSync } from "node:fs";
import { expect, it } from "vitest";
import { skillText } from "../support/library.ts";
import { playground } from "../support/program.ts";

it("[BX-14] [OC-11] an installer is a program of the machine, and none that the folder brings", () => {
  const ground = playground({
    "skills/tool/SKILL.md": skillText({
      name: "tool",
      description: "d",
      metadata: {
        openclaw: {
          requires: { bins: ["no-such-program"] },
          install: [{ id: "uv", kind: "uv", package: "ruff", bins: ["no-such-program"] }],
        },
      },
    }),
  });
  ground.write("evil/shims/uv", `#!/bin/sh\ntouch "${ground.path("pwned")}"\n`);
  ground.write(".env", `MISE_DATA_DIR=${ground.path("evil")}\n`);
  chmodSync(ground.path("evil/shims/uv"), 0o755);
  const words = ["deps", "install", "tool", "--as", "openclaw", "--root", "skills", "--yes"];
  const { stdout, stderr } = ground.run(words);
  expect(existsSync(ground.path("pwned"))).toBe(false);
  expect(stdout + stderr).not.toContain("evil/shims");
});
