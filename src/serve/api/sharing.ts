import { z } from "zod";
import type { Sharing } from "../../hub/accounts/index.ts";

export interface SharingBody {
  readonly visibility: "private" | "team" | "public";
  readonly team_id: string | null;
}

/** Who besides the owner may see a thing, as the API writes it. */
export const sharingSchema: z.ZodType<SharingBody> = z.object({
  visibility: z.enum(["private", "team", "public"]),
  team_id: z.string().nullable().default(null),
});

export function toSharing({ visibility, team_id: teamId }: SharingBody): Sharing {
  return { visibility, ...(teamId === null || visibility !== "team" ? {} : { teamId }) };
}

export function sharingAnswer({ visibility, teamId }: Sharing): Response {
  const body: SharingBody = { visibility, team_id: teamId ?? null };
  return Response.json(body);
}
