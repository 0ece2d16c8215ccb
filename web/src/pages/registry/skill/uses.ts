import type { VersionDetail } from "./data.ts";

type Use = NonNullable<VersionDetail["audit"]["uses"]>[number];

/** What the scan saw, as one sentence. */
export function sayUse({ domain, is_writing: isWriting, subjects }: Use): string {
  const names = subjects.map((subject) => `\`${subject.replaceAll("`", "")}\``).join(", ");
  const sentence = VERBS[domain](isWriting);
  return names === "" ? `${sentence}.` : `${sentence}: ${names}.`;
}

const VERBS: { readonly [Name in Use["domain"]]: (isWriting: boolean) => string } = {
  network: (isWriting) => (isWriting ? "Sends to the network" : "Fetches from the network"),
  filesystem: (isWriting) => (isWriting ? "Writes files" : "Reads files"),
  shell: () => "Runs programs",
  env: () => "Reads environment variables",
  database: () => "Opens a database",
  desktop: () => "Works with the mouse, the keyboard or the screen",
};
