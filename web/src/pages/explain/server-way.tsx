import { Failure, Loading } from "../../components/states.tsx";
import type { SkillRow } from "../../data/skill-source.ts";
import { useServerWay } from "./data.ts";
import { WayCard } from "./way-card.tsx";

/** How the server sees a skill now, with the hosts that are connected to it. */
export function ServerWay({ row }: { readonly row: SkillRow }) {
  const { dialect, agent = "", name } = row;
  const told = useServerWay({ dialect, agent, name });
  if (told.isPending) return <Loading what="Explaining" />;
  if (told.isError) return <Failure error={told.error} retry={() => void told.refetch()} />;
  return (
    <div className="stack">
      {told.data.files.map((way) => (
        <WayCard key={way.path} way={way} />
      ))}
    </div>
  );
}
