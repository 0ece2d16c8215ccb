/** Names that a registry takes from another one: a skill of that name here must not be given in place of the other. */
import { marketCodes, marketRefusal, type Viewer } from "../../registry/contract/index.ts";
import type { MarketPorts } from "./ports.ts";

type Settings = Pick<MarketPorts, "settings">;

/** Whether a text is like a pattern of `upstream.allow`. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  if (!text.startsWith(first)) return false;
  if (others.length === 0) return text === first;
  const last = others.pop() ?? "";
  // Parts are taken where they come first, which leaves the most for those that follow.
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1 || !isStar(text.slice(at, found))) return false;
    at = found + part.length;
  }
  const end = text.length - last.length;
  return end >= at && text.endsWith(last) && isStar(text.slice(at, end));
}

/** What `*` stands for: no mark that parts a publisher from a name. */
function isStar(text: string): boolean {
  return /^[a-z0-9-]*$/u.test(text);
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
