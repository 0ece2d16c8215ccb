import { Failure, Loading } from "../../components/states.tsx";
import type { SkillRow } from "../../data/skill-source.ts";
import { statesOf } from "../../data/skill-states.ts";
import { useServerWay } from "./data.ts";
import { type RailEntry, SystemRail } from "./system-rail.tsx";
import { WayCard } from "./way-card.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

/** An agent of a system; of a row that both know. */
export interface Place {
  readonly dialect: string;
  readonly agent: string;
}

export interface ServerWayProps {
  readonly row: SkillRow;
  readonly place: Place;
  readonly onPlace: (place: Place) => void;
}

/** How each system of the server sees a skill now, with the hosts that are connected to it. */
export function ServerWay({ row, place, onPlace }: ServerWayProps) {
  const say = useTexts();
  const states = statesOf(row);
  const isPlace = (one: Place): boolean =>
    one.dialect === place.dialect && one.agent === place.agent;
  // A system may call it otherwise than the list does.
  const { name = row.name } = row.systems?.find(isPlace) ?? {};
  const told = useServerWay({ ...place, name });
  return (
    <div className="explain-simulated">
      <SystemRail
        entries={states.map((state): RailEntry => ({ ...state, key: keyOf(state) }))}
        chosen={keyOf(place)}
        onChoose={(key) => {
          const chosen = states.find((state) => keyOf(state) === key);
          if (chosen !== undefined) onPlace({ dialect: chosen.dialect, agent: chosen.agent });
        }}
      />
      <h2>{say("explain.in", { name, b: states.find(isPlace)?.title ?? place.dialect })}</h2>
      {told.isPending ? <Loading what={say("explain.explaining")} /> : null}
      {told.isError ? <Failure error={told.error} retry={() => void told.refetch()} /> : null}
      {told.data?.map((way) => (
        <WayCard key={way.path} way={way} />
      ))}
    </div>
  );
}

function keyOf({ dialect, agent }: Place): string {
  return `${dialect} ${agent}`;
}
