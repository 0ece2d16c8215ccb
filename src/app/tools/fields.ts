/** Taken by the operations on skills with tools. */

export const skillsField = {
  skills: {
    kind: "skill",
    many: true,
    positional: true,
    isWhole: true,
    placeholder: "SKILL",
    doc: "Names or folders of skills (default: all of the usual folders).",
  },
} as const;

export const rootField = {
  root: {
    kind: "folder",
    many: true,
    doc: "Folder of skills, searched before the usual ones.",
  },
} as const;

export const agreementFields = {
  allowExperimental: {
    kind: "flag",
    only: "local",
    doc: "Run a skill that is not signed by a key you trust, in the sandbox.",
  },
  allow: {
    kind: "text",
    many: true,
    isVerbatim: true,
    placeholder: "PERMISSION",
    only: "local",
    doc: "Allow a permission that the skill asks for.",
  },
  policy: {
    kind: "file",
    many: true,
    doc: "Rules of an organisation beside those of the machine.",
  },
} as const;

/** Taken where code of skills is run. */
export const installField = {
  install: {
    kind: "flag",
    only: "local",
    doc: "Allow installing the packages that the skill declares.",
  },
} as const;

/** Why code of skills is not run for callers elsewhere. */
export const RUNS_HERE =
  "Code of a skill runs where its user agreed to it; servers offer the tools of their skills to models.";
