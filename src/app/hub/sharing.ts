/** Who besides the owner may see a thing. */
import { z } from "zod";
import type { Sharing } from "../../hub/accounts/index.ts";
import { type Shape, toShape } from "./shape.ts";

type Visibility = { [Name in Sharing["visibility"]]: Name };

const visibility: z.ZodEnum<Visibility> = z.enum(["private", "team", "public"]);

export const sharingFields: {
  readonly visibility: z.ZodEnum<Visibility>;
  readonly team_id: z.ZodDefault<z.ZodNullable<z.ZodString>>;
} = { visibility, team_id: z.string().nullable().default(null) };

export const sharingShape: Shape<Sharing> = toShape({ visibility, team_id: z.string().nullable() });

interface SharingInput extends Pick<Sharing, "visibility"> {
  readonly teamId: string | null;
}

export function toSharing({ teamId, ...sharing }: SharingInput): Sharing {
  return { ...sharing, ...(teamId === null || sharing.visibility !== "team" ? {} : { teamId }) };
}
