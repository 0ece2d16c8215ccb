import { parseLock, type SkillLock, writeLock } from "../../../../src/registry/lock/index.ts";
import { SkillError } from "../../../../src/skill/index.ts";
import { bytesOf, type FuzzTarget, must, textOf } from "../target.ts";

const NOW = Date.UTC(2026, 0, 1);

const ENTRY = {
  version: "1.2.0",
  source: "registry",
  resolved: "https://example.org/d/letters-1.2.0.zip",
  requested: "^1.0.0",
  integrity: `sha256-${"A".repeat(43)}=`,
  content_digest: "0".repeat(64),
  claimed_tier: "community",
  attested_tier: "community",
  enforced_tier: "community",
  signature: {},
  permissions: ["network:read"],
  grants: { "network:read": "ask" },
  dependencies: { other: "2.0.0" },
  installed_at: "2026-01-01T00:00:00.000Z",
};

export const lockTarget: FuzzTarget = {
  name: "lock",
  invariants: [
    "A lock is read or refused with a code; nothing else is thrown.",
    "What was read is written and read again as the same.",
    "One changed character of a sealed lock is refused.",
  ],
  kind: "json",
  maxBytes: 64_000,
  maxCpuMs: 1000,
  words: [...Object.keys(ENTRY), "skills", "seal", "schema_version", "official", "verified"],
  seeds: () =>
    [
      { version: 1, schema_version: 1, generated_at: "x", skills: { letters: ENTRY } },
      { version: 1, skills: { letters: ENTRY, other: { ...ENTRY, pin: "why", dependency: true } } },
      { version: 1, skills: {} },
    ].map((lock) => bytesOf(JSON.stringify(lock))),
  quickRuns: 300,
  open: () => ({ check }),
};

function check(input: Uint8Array): string {
  const lock = lockOrCode(textOf(input));
  if (typeof lock === "string") return lock;
  const written = writeLock(lock, NOW);
  const again = lockOrCode(written);
  if (typeof again === "string") throw new Error(`what was written is refused: ${again}`);
  must(writeLock(again, NOW) === written, "what was read again differs");
  const changed = written.replace(/"version": "(?!9)/u, '"version": "9');
  if (changed !== written)
    must(typeof lockOrCode(changed) === "string", "a changed lock is believed");
  return `${lock.size} ${[...lock.values()].map(({ enforcedTier }) => enforcedTier).join()}`;
}

function lockOrCode(text: string): SkillLock | string {
  try {
    return parseLock(text, "skill-lock.json");
  } catch (error) {
    if (SkillError.isInstance(error)) return error.diagnostic.code;
    throw error;
  }
}
