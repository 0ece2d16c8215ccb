/** Names that a registry takes from another one: a skill of that name here must not be given in place of the other. */
import { marketCodes, marketRefusal, type Viewer } from "../../registry/contract/index.ts";
import type { MarketPorts } from "./ports.ts";

type Settings = Pick<MarketPorts, "settings">;

/** Whether a text is like a pattern of `upstream.allow`. */
export function matchesPattern(pattern: string, text: string): boolean {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/gu, "\\$&"));
  return new RegExp(`^${parts.join("[a-z0-9-]*")}$`, "u").test(text);
}

/** Whether a plain or full name is taken from the other registry. */
export function isReservedName({ settings: { upstream } }: Settings, name: string): boolean {
  return upstream?.allow.some((pattern) => matchesPattern(pattern, name)) ?? false;
}

/** Whether the list names skills of a publisher of the other registry, who is nobody here. */
export function isReservedHandle({ settings: { upstream } }: Settings, handle: string): boolean {
  return (
    upstream?.allow.some((pattern) => {
      const [publisher = ""] = pattern.split("/");
      return pattern.startsWith("@") && matchesPattern(publisher, `@${handle}`);
    }) ?? false
  );
}

export function checkReservedHandle(ports: Settings, viewer: Viewer, handle: string): void {
  if (!viewer.isModerator && isReservedHandle(ports, handle))
    throw reserved("handle", `@${handle}`);
}

/** A new skill of such a name is for moderators; whoever they let publish it goes on with it. */
export function checkReservedName(ports: Settings, viewer: Viewer, name: string): void {
  if (!viewer.isModerator && isReservedName(ports, name)) throw reserved("name", name);
}

function reserved(field: "handle" | "name", name: string): Error {
  return marketRefusal(
    marketCodes.forbidden,
    `This registry takes \`${name}\` from its upstream registry; only a moderator may publish under that name here.`,
    { path: [field], hint: "Choose another name, or ask a moderator." },
  );
}
