import { z } from "zod";
import { listFeatures, setFeature } from "../../../hub/features/index.ts";
import { type ApiRoute, route } from "../route.ts";
import { problemSchema } from "../schemas.ts";

const tag = "administration";
const flagSchema = z.object({ key: z.string(), enabled: z.boolean() });

/** What administrators turn on and off while the server runs. */
export const featureFlagRoutes: readonly ApiRoute[] = [
  route({
    method: "GET",
    path: "/api/v1/settings/feature-flags",
    id: "listFeatureFlags",
    tag,
    doc: "Lists what can be turned on and off, and whether it is on.",
    access: "user",
    scope: "account",
    answers: {
      200: {
        doc: "The flags.",
        schema: z.object({ items: z.array(flagSchema), total: z.number() }),
      },
    },
    handle: async ({ ports }) => {
      const flags = await listFeatures(ports.features);
      const items = flags.map(({ key, isEnabled }) => ({ key, enabled: isEnabled }));
      return { items, total: items.length };
    },
  }),
  route({
    method: "PUT",
    path: "/api/v1/settings/feature-flags/{flag}",
    id: "setFeatureFlag",
    tag,
    doc: "Turns something on or off, without a restart; nothing that the settings of the server do not allow.",
    access: "admin",
    scope: "users",
    params: z.object({ flag: z.string().max(100) }),
    body: z.object({ enabled: z.boolean() }),
    answers: {
      200: { doc: "The flag.", schema: flagSchema },
      400: { doc: "There is no such flag.", schema: problemSchema },
      409: { doc: "The settings of the server do not allow it.", schema: problemSchema },
    },
    handle: async ({ ports, params, body }) => {
      const { key, isEnabled } = await setFeature(ports.features, params.flag, body.enabled);
      return { key, enabled: isEnabled };
    },
  }),
];
