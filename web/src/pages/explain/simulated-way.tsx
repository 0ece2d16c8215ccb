import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { JsonObject } from "../../../../src/skill/index.ts";
import { Field } from "../../components/field.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { Loading, Notice } from "../../components/states.tsx";
import { type SkillRow, useSources } from "../../data/skill-source.ts";
import { type SystemWay, useSimulatedWays } from "./data.ts";
import { type DescribedHost, toHostView } from "./host-form.tsx";
import { type RailEntry, SystemRail } from "./system-rail.tsx";
import { WayCard } from "./way-card.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

export interface SimulatedWayProps {
  readonly row: SkillRow;
  readonly host: DescribedHost;
}

const EMPTY: JsonObject = {};

/** How every system would see a skill on one host that somebody describes. */
export function SimulatedWay({ row, host }: SimulatedWayProps) {
  const say = useTexts();
  const { sources } = useSources([row]);
  const [wanted, choose] = useState<string>();
  const [written, setWritten] = useState("");
  const settings = useMemo(() => readSettings(written), [written]);
  const ways = useSimulatedWays(sources[0], [toHostView(host)], settings ?? EMPTY);
  if (ways.data === undefined) return <Loading what={say("explain.explaining")} />;
  // The bare name of a system means the edition that people run, which comes first.
  const own = row.system ?? row.dialect;
  const way =
    ways.data.find(({ dialect }) => dialect === wanted) ??
    ways.data.find(({ dialect }) => dialect === own || dialect.startsWith(`${own}@`)) ??
    ways.data[0];
  return (
    <div className="explain-simulated">
      <SystemRail entries={ways.data.map(entryOf)} chosen={way?.dialect ?? ""} onChoose={choose} />
      <div className="stack">
        {way?.objection === undefined ? null : (
          <Notice tone="warn">
            <p>
              Programs that follow {way.title} load it. The validator refuses the file:{" "}
              <Message text={way.objection} />{" "}
              <Link to="/skills/$name/convert" params={{ name: row.name }}>
                {say("explain.portabilitySaysMore")}
              </Link>
            </p>
          </Notice>
        )}
        {way?.files.map((file) => (
          <WayCard key={file.path} way={file} />
        ))}
        <details className="card">
          <summary className="small">{say("explain.settingsOfTheSystem")}</summary>
          <Field
            label={say("explain.settingsAsJson")}
            help={say("explain.asTheyStandIn")}
            error={settings === undefined ? say("explain.theSettingsAreNot") : undefined}
          >
            {(control) => (
              <textarea
                {...control}
                className="input mono"
                value={written}
                placeholder='{ "skills": { "entries": {} } }'
                onChange={(event) => setWritten(event.target.value)}
              />
            )}
          </Field>
        </details>
      </div>
    </div>
  );
}

function entryOf({ dialect, title, files: [file], objection }: SystemWay): RailEntry {
  if (objection !== undefined)
    return { key: dialect, title, tone: "warn", words: "Loads, though its validator refuses it." };
  const isThere = file?.isEligible === true;
  return {
    key: dialect,
    title,
    tone: isThere ? (file.isOfferedToModel ? "good" : "warn") : "bad",
    words:
      file === undefined
        ? "It is not found."
        : (file.reasons[0]?.say ?? (isThere ? "Loads." : "Does not load.")),
  };
}

/** Undefined where it is no map. */
function readSettings(text: string): JsonObject | undefined {
  if (text.trim() === "") return EMPTY;
  try {
    const value: unknown = JSON.parse(text);
    const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
    // What JSON gives is JSON.
    return isMap ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
