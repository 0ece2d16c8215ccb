import type { MigratedSkill } from "./migrate-skill.ts";

/** What became of a skill, for the person who has to look at it. */
export function renderMigrationReport(
  { name, dialect, review, files, diagnostics, read }: MigratedSkill,
  from: string,
): string {
  const { permissions = [], tier = "experimental" } = read.skill.authority;
  const tools = read.skill.tools.declared ?? [];
  const packages = [
    ...(read.skill.relations.pythonPackages ?? []),
    ...(read.skill.relations.nodePackages ?? []),
  ];
  return [
    `# Migration of ${name}`,
    "",
    `From \`${from}\` to ${dialect.title}, tier \`${tier}\`: trust has to be established anew.`,
    "",
    "## Review",
    "",
    ...list([...review, ...diagnostics.map(({ message }) => message)], "Nothing."),
    "",
    "## Tools",
    "",
    ...list(code(tools.map((tool) => tool.name)), "None."),
    "",
    "## Permissions",
    "",
    ...list(code(permissions), "None."),
    "",
    "## Packages",
    "",
    ...list(code(packages), "None."),
    "",
    "## Files written",
    "",
    ...list(code(["SKILL.md", ...Object.keys(files)]), "None."),
    "",
  ].join("\n");
}

function list(items: readonly string[], empty: string): readonly string[] {
  return items.length === 0 ? [empty] : items.map((item) => `- ${item}`);
}

function code(items: readonly string[]): readonly string[] {
  return items.map((item) => `\`${item}\``);
}
