import type { ReactNode } from "react";
import { ApiError } from "../../../../../src/client/index.ts";
import { Message } from "../../../components/diagnostic-list.tsx";
import { SHAPE_OF_TONE, Status } from "../../../components/status.tsx";
import { formatError } from "../../../data/workbench.ts";
import { plural, sayBytes, tierWords } from "../words.tsx";
import type { Published } from "./data.ts";
import { useTexts } from "../../../texts/use-texts.tsx";

type Tone = "good" | "warn" | "bad";

interface Gate {
  readonly title: string;
  readonly tone: Tone;
  readonly says: string;
}

const TITLES = [
  "Package",
  "Name and version",
  "Linter",
  "Scanner",
  "Signature",
  "Tier",
  "Result",
] as const;

const GATES: { readonly [field: string]: (typeof TITLES)[number] } = {
  files: "Package",
  name: "Name and version",
  version: "Name and version",
  publisher: "Name and version",
};

/** The gate at which the registry refused, where it says so. */
export function gateOf(error: unknown): string | undefined {
  return error instanceof ApiError && error.field !== undefined ? GATES[error.field] : undefined;
}

export interface GatesProps {
  readonly outcome: Published | undefined;
  /** Why there is no outcome. */
  readonly error: unknown;
  /** The button that has it checked. */
  readonly children: ReactNode;
}

/** Every gate on the way into the registry, with what it says of this version. */
export function Gates({ outcome, error, children }: GatesProps) {
  const say = useTexts();
  const failed = gateOf(error);
  const gates = outcome === undefined ? undefined : gatesOf(outcome);
  return (
    <div className="card card-flush">
      <div className="registry-bar row row-between">
        <h2>{say("publish.3Checks")}</h2>
        {children}
      </div>
      <ol aria-label={say("publish.checksOfTheRegistry")}>
        {gates === undefined
          ? TITLES.map((title) => (
              <li key={title} className="registry-gate">
                <Status shape={title === failed ? "rejected" : "waiting"} />
                <strong>{title}</strong>
                {title === failed ? (
                  <span>
                    <Message text={formatError(error)} />
                  </span>
                ) : (
                  <span className="muted">{say("publish.notCheckedYet")}</span>
                )}
              </li>
            ))
          : gates.map(({ title, tone, says }) => (
              <li key={title} className="registry-gate">
                <Status shape={SHAPE_OF_TONE[tone]} />
                <strong>{title}</strong>
                <span>
                  <Message text={says} />
                </span>
              </li>
            ))}
      </ol>
      {(outcome?.warnings ?? []).map(({ message, hint }) => (
        <p key={message} className="registry-reason">
          <Message text={hint === null ? message : `${message} ${hint}`} />
        </p>
      ))}
    </div>
  );
}

const VERDICT_TONES = { allow: "good", review: "warn", block: "bad" } as const;

function gatesOf(published: Published): readonly Gate[] {
  const { skill, version, is_new_skill: isNew, warnings } = published;
  const { audit, signature, files } = version;
  const errors = audit.lint_errors;
  return [
    {
      title: "Package",
      tone: "good",
      says: `${plural(files.length, "file")}, ${sayBytes(version.size_bytes)}; nothing in it leads out of its folder.`,
    },
    {
      title: "Name and version",
      tone: warnings.length === 0 ? "good" : "warn",
      says: [
        `\`${skill.full_name}\` \`${version.version}\`, ${isNew ? "a new skill" : "a new version of a skill that is there"}.`,
        ...warnings.map(({ message }) => message),
      ].join(" "),
    },
    {
      title: "Linter",
      tone: errors === 0 ? "good" : "warn",
      says: errors === 0 ? "No error." : `${plural(errors, "error")}; it stays experimental.`,
    },
    { title: "Scanner", tone: VERDICT_TONES[audit.verdict], says: audit.reason },
    {
      title: "Signature",
      tone: (signature?.role ?? null) === null ? "warn" : "good",
      says:
        signature === null
          ? "Not signed. Sign it with `skillwright sign` to be more than experimental."
          : signature.role === null
            ? "Signed with a key that the registry does not know."
            : `Signed with the key \`${signature.key_id}\`.`,
    },
    {
      title: "Tier",
      tone: version.security_tier === "experimental" ? "warn" : "good",
      says: `\`${version.security_tier}\`: ${tierWords(version.security_tier)}`,
    },
    outcomeOf(published),
  ];
}

function outcomeOf({ version, reputation_cost: cost }: Published): Gate {
  const title = "Result";
  switch (version.state) {
    case "listed":
      return { title, tone: "good", says: "It is listed at once." };
    case "in-review":
      return { title, tone: "warn", says: "It waits until a moderator has looked at it." };
    case "draft":
      return { title, tone: "good", says: "It is kept as a draft that you alone see." };
    default:
      return {
        title,
        tone: "bad",
        says: `It is quarantined and cannot be installed. That costs its publisher ${cost} points of reputation until it is out again.`,
      };
  }
}
