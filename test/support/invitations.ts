import { expect } from "vitest";
import type { Platform } from "./platform.ts";

/** Accepts every invitation that somebody has. */
export async function accept({ send }: Pick<Platform, "send">, token: string): Promise<void> {
  const list = await send("GET", "/api/v1/invitations", { token });
  expect(list.status, list.text).toBe(200);
  const { invitations } = list.json as {
    readonly invitations: readonly { readonly id: string }[];
  };
  expect(invitations).not.toEqual([]);
  for (const { id } of invitations) {
    const answer = await send("POST", `/api/v1/invitations/${id}/accept`, { token });
    expect(answer.status, answer.text).toBe(204);
  }
}
