import {
  type Diagnostic,
  type ErrorCatalogue,
  failFrom,
  quoteForShell,
  type Severity,
  SkillError,
} from "../skill/model/index.ts";

/** What can be wrong with a skill that comes from elsewhere, or with the place it comes from. */
export const registryCodes = {
  advisedAgainst: "registry/advised-against",
  ambiguousSkill: "registry/ambiguous-skill",
  connectionFailed: "registry/connection-failed",
  /** A place would have to be asked, which was not wanted. */
  offline: "registry/offline",
  dynamicFiles: "registry/dynamic-files",
  editedSkill: "registry/edited-skill",
  experimentalSkill: "registry/experimental-skill",
  invalidAddress: "registry/invalid-address",
  invalidEntry: "registry/invalid-entry",
  invalidKey: "registry/invalid-key",
  invalidLock: "registry/invalid-lock",
  invalidPackage: "registry/invalid-package",
  invalidRange: "registry/invalid-range",
  invalidTrust: "registry/invalid-trust",
  keyTaken: "registry/key-taken",
  listFailed: "registry/list-failed",
  lockDrift: "registry/lock-drift",
  mergeConflict: "registry/merge-conflict",
  nameTaken: "registry/name-taken",
  neededSkill: "registry/needed-skill",
  needsReview: "registry/needs-review",
  noSkills: "registry/no-skills",
  notAgreed: "registry/not-agreed",
  notInstalled: "registry/not-installed",
  notReproducible: "registry/not-reproducible",
  noVersion: "registry/no-version",
  olderVersion: "registry/older-version",
  otherSigner: "registry/other-signer",
  pinnedSkill: "registry/pinned-skill",
  readFailed: "registry/read-failed",
  refusedPermission: "registry/refused-permission",
  requestFailed: "registry/request-failed",
  riskySkill: "registry/risky-skill",
  staleSignature: "registry/stale-signature",
  takenDown: "registry/taken-down",
  tooLarge: "registry/too-large",
  unknownKey: "registry/unknown-key",
  unknownSkill: "registry/unknown-skill",
  unknownTool: "registry/unknown-tool",
  unlistedFile: "registry/unlisted-file",
  unresolvable: "registry/unresolvable",
  unsafePath: "registry/unsafe-path",
  signingFailed: "registry/signing-failed",
  withdrawnSkill: "registry/withdrawn-skill",
  writeFailed: "registry/write-failed",
  wrongDigest: "registry/wrong-digest",
  wrongFrontmatter: "registry/wrong-frontmatter",
  wrongLog: "registry/wrong-log",
  wrongSignature: "registry/wrong-signature",
  wrongSize: "registry/wrong-size",
} as const;

export type RegistryCode = (typeof registryCodes)[keyof typeof registryCodes];

/** Codes of what cannot be carried out at all; every other one is a verdict on what was found. */
const FAILURES: ReadonlySet<string> = new Set([
  registryCodes.connectionFailed,
  registryCodes.invalidAddress,
  registryCodes.invalidKey,
  registryCodes.invalidTrust,
  registryCodes.unknownKey,
  registryCodes.writeFailed,
]);

/** An error with the exit code of its code. */
export function toError(problem: Diagnostic): SkillError {
  return new SkillError(problem, { exit: FAILURES.has(problem.code) ? 2 : 1 });
}

interface Details extends Pick<Diagnostic, "hint" | "file" | "cause" | "related"> {
  readonly severity?: Severity;
}

export function registryProblem(
  code: RegistryCode,
  message: string,
  { severity = "error", ...details }: Details = {},
): Diagnostic {
  return { code, severity, message, ...details };
}

export function registryError(
  code: RegistryCode,
  message: string,
  details: Details = {},
): SkillError {
  return toError(registryProblem(code, message, details));
}

/** What a template needs to know, by code; the other codes have words of their own wherever they are met. */
interface Params {
  readonly "registry/edited-skill": {
    readonly name: string;
    readonly during: "install" | "merge" | "restore" | "removal" | "commit";
  };
  readonly "registry/experimental-skill": {
    readonly name: string;
    readonly why: string;
    /** Installs it by its name; absent where it was named. */
    readonly command?: string;
  };
  readonly "registry/invalid-range": { readonly range: string };
  readonly "registry/key-taken": { readonly name: string };
  readonly "registry/list-failed": {
    readonly server: string;
    readonly method: string;
    readonly reason: string;
  };
  readonly "registry/needed-skill": { readonly name: string; readonly users: readonly string[] };
  readonly "registry/no-version": {
    readonly name: string;
    readonly purpose: "signing" | "publishing";
    /** The lowest that fits, since which version, and the first change that asks for it. */
    readonly lowest?: { readonly version: string; readonly since: string; readonly why: string };
  };
  readonly "registry/not-agreed": { readonly name: string; readonly lacking: readonly string[] };
  readonly "registry/not-installed": {
    readonly name: string;
    readonly folder: string;
    /** Another folder, which has it. */
    readonly behind?: string | undefined;
    readonly near?: string | undefined;
  };
  readonly "registry/older-version": {
    readonly name: string;
    readonly from: string;
    /** Absent where it stays. */
    readonly to?: string;
    readonly why: string;
  };
  readonly "registry/other-signer": { readonly change: string; readonly signer: string };
  readonly "registry/pinned-skill": {
    readonly name: string;
    readonly pin: string;
    readonly change?: { readonly from: string; readonly to: string };
  };
  readonly "registry/refused-permission": {
    readonly name: string;
    readonly permission: string;
    readonly tier: string;
  };
  readonly "registry/stale-signature": { readonly file: string; readonly reason: string };
  readonly "registry/taken-down": {
    readonly name: string;
    readonly version: string;
    readonly reason: string;
    readonly during: "load" | "install";
  };
  readonly "registry/unknown-tool": {
    readonly server: string;
    readonly name: string;
    readonly tools: readonly string[];
  };
  readonly "registry/wrong-digest": {
    /** The beginning of a sentence. */
    readonly what: string;
    readonly promised: string;
    readonly actual?: string;
  };
  readonly "registry/wrong-frontmatter": {
    readonly place: string;
    readonly name: string;
    readonly given: string;
  };
  readonly "registry/wrong-log": { readonly address: string; readonly reason: string };
  readonly "registry/wrong-signature": {
    readonly name: string;
    readonly reason: string;
    readonly isInstalled: boolean;
  };
}

const NOTHING = "Nothing was written.";

const catalogue: ErrorCatalogue<Params> = {
  "registry/edited-skill": {
    title: "An installed skill is as it was installed.",
    exit: 1,
    message: ({ name, during }) =>
      during === "commit"
        ? `\`${name}\` was changed a moment ago.`
        : `\`${name}\` was changed after it was ${during === "restore" ? "recorded" : "installed"}.`,
    hint: ({ name, during }) =>
      ({
        install: `${NOTHING} \`skillwright update ${quoteForShell(name)}\` keeps the changes, \`--force\` loses them.`,
        merge: `${NOTHING} What was installed first is not known any more; \`--force\` replaces all of it.`,
        restore: `${NOTHING} \`--force\` loses the changes.`,
        removal: "Nothing was removed. `--force` removes the skill with the changes.",
        commit: `${NOTHING} Try again.`,
      })[during],
  },
  "registry/experimental-skill": {
    title: "A skill is signed by a key that is trusted.",
    exit: 1,
    message: ({ name, why, command }) =>
      `\`${name}\`${command === undefined ? "" : ", which another skill needs,"} is experimental: ${why}.`,
    hint: ({ command }) =>
      command === undefined
        ? `${NOTHING} \`--allow-experimental\` installs it.`
        : `${NOTHING} Install it by its name first: \`${command}\`.`,
  },
  "registry/invalid-range": {
    title: "A range is made of comparators with versions, or is a tag.",
    exit: 1,
    message: ({ range }) =>
      `The range \`${range}\` is not valid: use comparators with versions, or a tag.`,
    hint: () => "Such as `^1.2.0`, `>=1.2.0,<2.0.0`, or `latest`.",
  },
  "registry/key-taken": {
    title: "The name of a new key is free.",
    exit: 1,
    message: ({ name }) => `A key \`${name}\` already exists.`,
    hint: () => "`--name` gives the new key another name, `--force` replaces the old one.",
  },
  "registry/list-failed": {
    title: "A server lists what it has.",
    exit: 1,
    message: ({ server, method, reason }) =>
      `\`${server}\` did not answer \`${method}\`: ${withoutPeriod(reason)}.`,
  },
  "registry/needed-skill": {
    title: "A skill that is removed is needed by no other.",
    exit: 1,
    message: ({ name, users }) =>
      `\`${name}\` cannot be removed: it is needed by \`${users.join("`, `")}\`.`,
    hint: () => "Nothing was removed. Remove those as well, or add `--force`.",
  },
  "registry/no-version": {
    title: "A skill that is signed or published has a version.",
    exit: 1,
    message: ({ name, purpose }) => `\`${name}\` has no version, which ${purpose} needs.`,
    hint: ({ purpose, lowest }) => {
      if (purpose === "signing") return "Add a `version` such as `1.0.0`.";
      if (lowest === undefined)
        return "Add a `version` such as `1.0.0`, or name one with `--version`.";
      const { version, since, why } = lowest;
      return `\`--version ${quoteForShell(version)}\` is the lowest that fits what changed since ${since}. ${why}`.trimEnd();
    },
  },
  "registry/not-agreed": {
    title: "The user agrees to what a skill asks for.",
    exit: 1,
    message: ({ name, lacking }) =>
      `\`${name}\` asks for \`${lacking.join("`, `")}\`, which you have not allowed.`,
    hint: ({ lacking }) =>
      `${NOTHING} Add ${lacking.map((permission) => `\`--allow ${quoteForShell(permission)}\``).join(" ")}, or \`--yes\` for all.`,
  },
  "registry/not-installed": {
    title: "A skill that is named is installed.",
    exit: 1,
    message: ({ name, folder }) => `\`${name}\` is not installed in \`${folder}\`.`,
    hint: ({ behind, near }) => {
      if (behind !== undefined) return `It is linked from \`${behind}\`, which \`--to\` names.`;
      return near === undefined ? "`--to` names another folder." : `Did you mean \`${near}\`?`;
    },
  },
  "registry/older-version": {
    title: "No skill goes back to an older version unasked.",
    exit: 1,
    message: ({ name, from, to, why }) =>
      to === undefined
        ? `\`${name}\` stays at ${from}, since ${why}.`
        : `\`${name}\` would go back from ${from} to ${to}, ${why}.`,
    hint: ({ name, to }) =>
      to === undefined
        ? `${NOTHING} \`--allow-downgrade\` takes the older version.`
        : `${NOTHING} \`skillwright install ${quoteForShell(`${name}@${to}`)}\` takes the older version first, or add \`--allow-downgrade\`.`,
  },
  "registry/other-signer": {
    title: "A name stays with its signer.",
    exit: 1,
    message: ({ change }) => `${change}.`,
    hint: ({ signer }) =>
      `${NOTHING} If the publisher has really changed, accept it with \`--accept-signer ${quoteForShell(signer)}\`.`,
  },
  "registry/pinned-skill": {
    title: "A pinned skill stays at its version.",
    exit: 1,
    message: ({ name, pin, change }) => {
      const why = pin === "" ? "it is pinned" : `it is pinned: ${pin}`;
      return change === undefined
        ? `\`${name}\` is not updated: ${why}.`
        : `\`${name}\` cannot change from ${change.from} to ${change.to}: ${why}.`;
    },
    hint: ({ name }) => `${NOTHING} \`skillwright unpin ${quoteForShell(name)}\` lets it go.`,
  },
  "registry/refused-permission": {
    title: "The tier of a skill may have the permissions that it asks for.",
    exit: 1,
    message: ({ name, permission, tier }) =>
      `The tier \`${tier}\` may not have the permission \`${permission}\` that \`${name}\` asks for.`,
    hint: ({ permission }) =>
      `${NOTHING} It holds only if you grant it by name: \`--allow ${quoteForShell(permission)}\`.`,
  },
  "registry/stale-signature": {
    title: "A signature covers the files as they are.",
    exit: 1,
    message: ({ file, reason }) => `\`${file}\` does not match the files: ${reason}.`,
    hint: () => `Sign the skill again, or delete the file. ${NOTHING}`,
  },
  "registry/taken-down": {
    title: "The registry still gives a version.",
    exit: 1,
    message: ({ name, version, reason }) =>
      `\`${name}\` ${version} was taken down by the registry: ${withoutPeriod(reason)}.`,
    hint: ({ name, during }) =>
      during === "install"
        ? `${NOTHING} Update it to another version, or remove it.`
        : `It is not loaded. Remove it with \`skillwright remove ${quoteForShell(name)}\`, or see whether \`skillwright update ${quoteForShell(name)}\` has another version.`,
  },
  "registry/unknown-tool": {
    title: "A server has the tool that is called.",
    exit: 1,
    message: ({ server, name }) => `\`${server}\` has no tool \`${name}\` that can be called.`,
    hint: ({ tools }) => `It has: ${tools.join(", ") || "none"}.`,
  },
  "registry/wrong-digest": {
    title: "What is fetched has the digest that was promised.",
    exit: 1,
    message: ({ what, promised, actual }) =>
      actual === undefined
        ? `${what} does not match \`${promised}\`.`
        : `${what} has the digest \`${actual}\`, but \`${promised}\` was promised.`,
    hint: () => `${NOTHING} Fetch it again.`,
  },
  "registry/wrong-frontmatter": {
    title: "A place gives the skill that was asked for.",
    exit: 1,
    message: ({ place, name, given }) => `${place} delivered ${given} instead of ${name}.`,
    hint: () => NOTHING,
  },
  "registry/wrong-log": {
    title: "The log of a registry proves what it states.",
    exit: 1,
    message: ({ address, reason }) => `The log of ${address} cannot be believed: ${reason}.`,
    hint: () => `${NOTHING} Ask the operator of the registry.`,
  },
  "registry/wrong-signature": {
    title: "A signature covers the files of its skill.",
    exit: 1,
    message: ({ name, reason }) => `The signature of \`${name}\` does not match: ${reason}.`,
    hint: ({ isInstalled }) =>
      isInstalled
        ? "It is not loaded, whatever is allowed. Get it again from where it came from; where the changes are yours, sign it again, or delete the signature."
        : `Do not use the skill. ${NOTHING}`,
  },
};

function withoutPeriod(text: string): string {
  return text.replace(/\.$/u, "");
}

export function fail<Code extends keyof Params>(
  code: Code,
  params: Params[Code],
  place: Pick<Diagnostic, "file" | "cause"> = {},
): SkillError {
  return failFrom(catalogue, code, params, place);
}
