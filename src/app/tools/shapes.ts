/** Output schemas of the operations on tools. */
import { z } from "zod";
import { diagnostic } from "../shapes.ts";
import type { PermissionList } from "./permission-list.ts";
import type { ToolCheck, ToolList } from "./tool-lists.ts";

const jsonObject = z.record(z.string(), z.json());

export const toolListShape: z.ZodType<ToolList> = z.object({
  tools: z.array(
    z.object({
      shortName: z.string(),
      name: z.string(),
      qualifiedName: z.string(),
      title: z.string().exactOptional(),
      description: z.string(),
      input: jsonObject,
      output: jsonObject.exactOptional(),
      atomic: z.boolean(),
      skill: z.string(),
      skillVersion: z.string().exactOptional(),
      timeout: z.number().exactOptional(),
      hints: z.record(z.string(), z.boolean()),
      collidesWith: z.array(z.string()),
      isLoadable: z.boolean(),
    }),
  ),
});

export const toolCheckShape: z.ZodType<ToolCheck> = z.object({
  skills: z.array(
    z.object({
      skill: z.string(),
      file: z.string(),
      module: z.string().nullable(),
      tools: z.array(z.string()),
      isLoadable: z.boolean(),
      diagnostics: z.array(diagnostic),
    }),
  ),
});

const names = z.array(z.string());
const access = z.enum(["read", "write"]);

export const permissionListShape: z.ZodType<PermissionList> = z.object({
  skills: z.array(
    z.object({
      skill: z.string(),
      file: z.string(),
      claimedTier: z.string().exactOptional(),
      tier: z.string(),
      isExperimental: z.boolean(),
      items: z.array(
        z.object({
          permission: z.string(),
          parts: z.object({
            domain: z.string(),
            level: z.string(),
            scope: z.string().exactOptional(),
          }),
          decision: z.enum(["auto", "prompt", "sandboxed", "refused"]),
          state: z.enum(["granted", "asks", "refused", "denied", "unavailable"]),
          by: z.enum(["tier", "user", "organisation", "skill", "sandbox"]),
          sentence: z.string(),
          note: z.string().exactOptional(),
        }),
      ),
      files: z.array(z.object({ pattern: z.string(), access, isDatabase: z.boolean() })),
      hidden: names,
      hosts: z.array(z.object({ host: z.string(), port: z.int().exactOptional(), access })),
      commands: z.union([names, z.literal("all")]),
      environment: z.object({ names, isOpen: z.boolean() }),
      mcp: z.union([names, z.literal("all")]),
      limits: z.object({
        cpuSeconds: z.number(),
        wallSeconds: z.number(),
        memoryBytes: z.number(),
        processes: z.number(),
        openFiles: z.number(),
        fileBytes: z.number(),
        writtenBytes: z.number(),
        scratchBytes: z.number(),
        outputBytes: z.number(),
        networkBytes: z.number(),
        networkBytesPerSecond: z.number(),
      }),
      allowsExperimental: z.boolean(),
      asks: names,
      change: z.object({ added: names, dropped: names }).exactOptional(),
      isKept: z.boolean(),
      isSettled: z.boolean(),
    }),
  ),
});
