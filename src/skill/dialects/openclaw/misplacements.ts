import type { Path } from "../../model/index.ts";
import type { Misplacement } from "../dialect.ts";
import { block, requirementLists } from "./schema.ts";

const OUTSIDE = "Only the block of the platform under `metadata` is read.";

function moves(froms: readonly Path[], to: Path, why: string): readonly Misplacement[] {
  return froms.map((from) => ({ from, to, why }));
}

function insideBlock(key: string): readonly Misplacement[] {
  return moves([[key], ["metadata", key]], [...block, key], OUTSIDE);
}

/** What people write where the system does not look. */
export const misplacements: readonly Misplacement[] = [
  ...["os", "primaryEnv"].map((key) => ({
    from: [...block, "requires", key],
    to: [...block, key],
    why: `\`${key}\` is read beside \`requires\`, not inside it.`,
  })),
  ...["bins", "anyBins", "env"].map((key) => ({
    from: [...block, key],
    to: [...block, "requires", key],
    why: "Requirements are read inside `requires` only.",
  })),
  // Other tools have a `requires` of their own at the top level, so only its lists are looked at.
  ...requirementLists.flatMap((name) =>
    moves(
      [
        ["requires", name],
        ["metadata", "requires", name],
      ],
      [...block, "requires", name],
      OUTSIDE,
    ),
  ),
  ...["os", "install", "always", "primaryEnv", "skillKey", "emoji"].flatMap(insideBlock),
  ...moves([["metadata", "homepage"]], ["homepage"], "The field is read at the top level."),
  ...[
    "user-invocable",
    "disable-model-invocation",
    "command-dispatch",
    "command-tool",
    "command-arg-mode",
  ].flatMap((key) =>
    moves(
      [
        [...block, key],
        ["metadata", key],
      ],
      [key],
      "The field is read at the top level only.",
    ),
  ),
  ...["openclaw", "clawdbot", "clawdis", "moltbot"].flatMap((key) =>
    moves([[key], [`metadata.${key}`]], ["metadata", "openclaw"], OUTSIDE),
  ),
];

/** The release also shows an emoji of the top level. */
export const releaseMisplacements: readonly Misplacement[] = misplacements.filter(
  ({ from }) => !(from.length === 1 && from[0] === "emoji"),
);
