import { useQuery } from "@tanstack/react-query";
import { ApiError, type Client } from "../../../../../src/client/index.ts";
import { useClient } from "../../../data/workbench.ts";
import { useEngine } from "../../../engine/engine.ts";

/** The version that a skill would get, and why that one. */
export interface Suggestion {
  readonly version: string;
  readonly why: string;
}

/** For a skill of this server; what an archive names, only the registry reads. */
export function useSuggestion(skill: string, publisher: string): Suggestion | undefined {
  const client = useClient();
  const engine = useEngine();
  const { data } = useQuery({
    queryKey: ["registry", "suggestion", skill, publisher],
    queryFn: async ({ signal }) => {
      const { source: text } = await client.readSkill({ params: { name: skill }, signal });
      const read = await engine.ask("checkSource", { path: `${skill}/SKILL.md`, text });
      const published = await publishedVersions(client, read.name ?? skill, publisher, signal);
      return suggest(read.version, published);
    },
    enabled: skill !== "",
  });
  return skill === "" ? undefined : data;
}

/** Versions of the skill that the next one would belong to. */
async function publishedVersions(
  client: Client,
  name: string,
  publisher: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const handle = publisher === "" ? (await client.registryWhoAmI({ signal })).handle : publisher;
  // Without a publisher, a plain name of which the user is a member comes first.
  for (const one of publisher === "" ? [name, `@${handle}/${name}`] : [`@${handle}/${name}`]) {
    const { role, versions } = await client
      .readRegistrySkill({ params: { name: one }, signal })
      .catch((error: unknown) => {
        if (error instanceof ApiError) return { role: null, versions: {} };
        throw error;
      });
    if (role !== null && role !== "moderator") return Object.keys(versions);
  }
  return [];
}

function suggest(named: string | undefined, published: readonly string[]): Suggestion {
  if (named !== undefined && !published.includes(named))
    return { version: named, why: "As SKILL.md names it." };
  const newest = published.map(partsOf).toSorted(byNumbers).at(-1);
  if (newest === undefined) return { version: "1.0.0", why: "The first one; SKILL.md names none." };
  const { numbers, isPrerelease, text } = newest;
  const [major, minor, patch] = numbers;
  return {
    version: `${major}.${minor}.${isPrerelease ? patch : patch + 1}`,
    why: `The next after ${text}, which is published.`,
  };
}

interface Parts {
  readonly text: string;
  readonly numbers: readonly [number, number, number];
  readonly isPrerelease: boolean;
}

function partsOf(text: string): Parts {
  const [major = 0, minor = 0, patch = 0] = (text.split(/[-+]/u, 1)[0] ?? "")
    .split(".")
    .map(Number);
  return { text, numbers: [major, minor, patch], isPrerelease: /^[\d.]+-/u.test(text) };
}

function byNumbers(a: Parts, b: Parts): number {
  for (const [index, number] of a.numbers.entries()) {
    const difference = number - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(b.isPrerelease) - Number(a.isPrerelease);
}
