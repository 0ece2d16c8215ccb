/** Addresses at which anybody can run a workflow, where an administrator has turned them on. */
import { z } from "zod";
import { createEmbed, listEmbeds, requireEmbeds, revokeEmbed } from "../../hub/features/index.ts";
import { findOwnWorkflow } from "../../hub/workflows/index.ts";
import { forUsers, type HubContext } from "./context.ts";
import type { HubOperation } from "./define.ts";
import { listOf, toShape } from "./shape.ts";

const tag = "workflows";
const reader = forUsers({ tag, scope: "workflows:read" });
const runner = forUsers({ tag, scope: "workflows:run" });

export const publishOperations: readonly HubOperation<HubContext>[] = [
  runner("POST /publish/embed", {
    id: "publishEmbed",
    doc: "Publishes a workflow at an address that anyone can use for 24 hours, on the account of its owner.",
    input: { workflow_id: z.string().min(1).max(128) },
    gives: [
      "The address.",
      toShape({ id: z.string(), url: z.string(), token: z.string(), expires_at: z.string() }),
    ],
    isSecret: true,
    refusals: {
      403: "Publishing is off, or the address is invalid.",
      404: "The user has no such workflow.",
    },
    run: async ({ hub, caller, user, url }, { workflowId }) => {
      await requireEmbeds(hub);
      const { id } = await findOwnWorkflow(hub.workflows, user, workflowId);
      const made = await createEmbed(hub, caller, id);
      const path = `/api/v1/publish/embed/${made.token}`;
      return { ...made, url: new URL(path, hub.publicUrl ?? url).href };
    },
  }),
  reader("GET /publish/embeds", {
    id: "listEmbeds",
    doc: "Lists the user's published addresses, newest first, without their secrets.",
    input: { workflow_id: z.string().min(1).max(128).optional() },
    gives: [
      "The addresses that are open.",
      toShape({
        embeds: listOf(
          toShape({
            id: z.string(),
            workflow_id: z.string(),
            created_at: z.string(),
            expires_at: z.string(),
          }),
        ),
      }),
    ],
    run: async ({ hub, user }, { workflowId }) => ({
      embeds: await listEmbeds(hub, user, workflowId),
    }),
  }),
  runner("DELETE /publish/embed/{id}", {
    id: "revokeEmbed",
    doc: "Revokes a published address, by its id or its secret.",
    path: { id: z.string().max(128) },
    done: "It is revoked.",
    refusals: { 404: "The user has no such published address." },
    run: ({ hub, user }, { id }) => revokeEmbed(hub, user, id),
  }),
];
