/** Schema of what `deps` answers. */
import { z } from "zod";
import { diagnostic } from "../shapes.ts";
import type { Dependencies } from "./dependencies.ts";

const bins = z.record(z.string(), z.boolean());
const json = z.record(z.string(), z.json());
const paths = z.array(z.string());

const action = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("run"),
    program: z.string(),
    path: z.string(),
    parameters: z.array(z.string()),
    environment: z.record(z.string(), z.string()),
    folder: z.string().exactOptional(),
  }),
  z.object({
    kind: z.literal("download"),
    url: z.string(),
    sha256: z.string().exactOptional(),
    archive: z.enum(["zip", "tar", "tar.bz2"]).exactOptional(),
    bzip2: z.string().exactOptional(),
    stripComponents: z.int(),
    fileName: z.string(),
    isExecutable: z.boolean(),
    root: z.string(),
    target: z.string(),
  }),
]);

export const dependenciesShape: z.ZodType<Dependencies> = z.object({
  name: z.string(),
  dialect: z.string(),
  file: z.string(),
  bins,
  hosts: z.array(z.object({ id: z.string(), os: z.string().exactOptional(), bins })),
  choices: z.array(
    z.object({
      option: z.object({ id: z.string(), kind: z.string(), spec: json }),
      state: z.enum(["chosen", "other-system", "malformed", "program-missing", "not-preferred"]),
      systems: z.array(z.string()),
      actions: z.array(action),
      problems: z.array(diagnostic),
    }),
  ),
  installed: z
    .object({ missing: z.array(z.string()), folders: paths, targets: paths })
    .exactOptional(),
});
