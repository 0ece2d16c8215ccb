/** Taken by every operation that looks at many skills. */
export const skillsField = {
  skills: {
    kind: "skill",
    many: true,
    positional: true,
    doc: "Folder to search, skill folder, SKILL.md file, or `-` for standard input.",
  },
} as const;
