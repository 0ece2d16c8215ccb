interface Needing {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Each after everything that it needs, and otherwise as given; what runs in a circle stays in it. */
export function inInstallOrder<T extends Needing>(skills: readonly T[]): readonly T[] {
  const byName = new Map(skills.map((skill) => [skill.name, skill]));
  const ordered = new Set<T>();
  const begun = new Set<string>();
  const visit = (skill: T): void => {
    if (begun.has(skill.name)) return;
    begun.add(skill.name);
    for (const name of Object.keys(skill.dependencies)) {
      const next = byName.get(name);
      if (next !== undefined) visit(next);
    }
    ordered.add(skill);
  };
  for (const skill of skills) visit(skill);
  return [...ordered];
}
