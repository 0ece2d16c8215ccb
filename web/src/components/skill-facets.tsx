import { Segments } from "./segments.tsx";

const FACETS = [
  ["editor", "Studio", "/skills/$name"],
  ["run", "Run", "/skills/$name/run"],
  ["explain", "Explain", "/skills/$name/explain"],
  ["convert", "Convert", "/skills/$name/convert"],
] as const;

export interface SkillFacetsProps {
  readonly name: string;
  readonly current: (typeof FACETS)[number][0];
}

/** What can be seen and done of one skill, each at its address. */
export function SkillFacets({ name, current }: SkillFacetsProps) {
  return (
    <Segments
      label={`Views of ${name}`}
      segments={FACETS.map(([id, title, to]) => ({
        title,
        to,
        params: { name },
        isCurrent: id === current,
      }))}
    />
  );
}
