import { Segments } from "./segments.tsx";
import { useTexts } from "../texts/use-texts.tsx";

const FACETS = [
  ["editor", "common.studio", "/skills/$name"],
  ["run", "common.run", "/skills/$name/run"],
  ["explain", "common.explain", "/skills/$name/explain"],
  ["convert", "studio.convertShort", "/skills/$name/convert"],
] as const;

export interface SkillFacetsProps {
  readonly name: string;
  readonly current: (typeof FACETS)[number][0];
}

/** What can be seen and done of one skill, each at its address. */
export function SkillFacets({ name, current }: SkillFacetsProps) {
  const say = useTexts();
  return (
    <Segments
      label={say("components.viewsOf", { name })}
      segments={FACETS.map(([id, title, to]) => ({
        title: say(title),
        to,
        params: { name },
        isCurrent: id === current,
      }))}
    />
  );
}
