import {
  inPoints,
  isBenchmarkFile,
  readMeasuredLift,
} from "../../../../../src/check/eval/index.ts";
import { Status } from "../../../components/status.tsx";
import { plural } from "../words.tsx";
import { useVersionText, type VersionDetail } from "./data.ts";
import { useTexts } from "../../../texts/use-texts.tsx";

const MOST_MODELS = 6;
const SURE: ReadonlySet<string> = new Set(["helps", "hurts"]);

/** How much the skill helps, by model, as the version says itself: its signature covers these files. */
export function Lifts({ version }: { readonly version: VersionDetail }) {
  const say = useTexts();
  const paths = version.files.map(({ path }) => path).filter(isBenchmarkFile);
  if (paths.length === 0) return null;
  return (
    <section className="card stack" aria-labelledby="lifts-title">
      <div className="row row-between">
        <h2 id="lifts-title">{say("item.doesItHelp")}</h2>
        <span className="small muted">{say("item.measuredByThePublisher")}</span>
      </div>
      <ul className="stack">
        {paths.slice(0, MOST_MODELS).map((path) => (
          <Lift key={path} version={version} path={path} />
        ))}
      </ul>
    </section>
  );
}

function Lift({ version, path }: { readonly version: VersionDetail; readonly path: string }) {
  const say = useTexts();
  const { data } = useVersionText(version.full_name, version.version, path);
  const found = data === undefined ? undefined : readMeasuredLift(data);
  if (data === undefined) return null;
  if (found === undefined)
    return <li className="muted">{say("item.isNoBenchmarkThat", { path })}</li>;
  const points = inPoints(found.lift);
  const isSure = found.verdict === undefined || SURE.has(found.verdict);
  const direction = points > 0 ? "tick" : "error";
  return (
    <li className="row">
      <Status shape={isSure && points !== 0 ? direction : "partial"} />
      <span>
        <strong>{found.model}</strong>: {points > 0 ? "+" : ""}
        {points} points, {inPoints(found.withSkill)} % of checks pass with it and{" "}
        {inPoints(found.without)} % without, in {plural(found.cases, "case")}
        {isSure ? "" : `: ${found.verdict}`}.
      </span>
    </li>
  );
}
