import { inject } from "vitest";
import type { Services } from "./services.ts";

/** Asks for something that all tests of a run share; see services.ts. */
export async function service<Name extends keyof Services>(
  name: Name,
  ...input: Parameters<Services[Name]>
): Promise<Awaited<ReturnType<Services[Name]>>> {
  const answer = await fetch(`${inject("services")}/${name}`, {
    method: "POST",
    body: JSON.stringify(input[0] ?? null),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The service \`${name}\` failed: ${text}`);
  // The server answers with what the service of that name gives.
  return JSON.parse(text) as Awaited<ReturnType<Services[Name]>>;
}
