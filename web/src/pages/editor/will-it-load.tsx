import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Diagnostic } from "../../../../src/skill/index.ts";
import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { Select } from "../../components/select.tsx";
import { Status } from "../../components/status.tsx";
import { useQueryValue } from "../../app/address.ts";
import { useCopy } from "../../components/use-copy.tsx";
import { useEngine } from "../../engine/engine.ts";
import { systems } from "../../engine/queries.ts";
import type { Way } from "../../engine/way.ts";
import { useLibraryChanges } from "../../data/library.ts";
import { statesOf } from "../../data/skill-states.ts";
import { systemOf } from "../../data/system-of.ts";
import { type FileWay, useServerWay } from "../explain/data.ts";
import { stagesOf } from "../explain/stages.ts";
import type { Draft } from "./use-draft.ts";
import { useWay } from "./use-verdicts.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface WillItLoadProps {
  readonly name: string;
  readonly draft: Draft;
  readonly dialect: string;
  /** What the check can mend by itself. */
  readonly fixable: Diagnostic | undefined;
  readonly onFix: ((diagnostic: Diagnostic) => void) | undefined;
}

type Told = FileWay | Way["files"][number];
type Reason = Told["reasons"][number];

const SHAPES = { failed: "rejected", unreached: "waiting", passed: "tick", free: "tick" } as const;

/** The load path in one agent of this machine, as it is saved; or live, under the rules of a system on a plain machine. */
export function WillItLoad({ name, draft, dialect, fixable, onFix }: WillItLoadProps) {
  const text = useTexts();
  const gated = systems.filter(({ hasGates }) => hasGates);
  // The server hears a moment later than the page that a file was saved.
  useLibraryChanges("explanation");
  const [chosen, choose] = useQueryValue("agent");
  const here = usePlaces(draft);
  const place = here.find(({ key }) => key === chosen) ?? (chosen === "" ? here[0] : undefined);
  // Where its own format asks for nothing, the system of which there are releases.
  const preset =
    gated.find(({ id }) => id === dialect) ??
    gated.find(({ title, edition }) => title !== edition) ??
    gated[0];
  const asked = gated.some(({ id }) => id === chosen) ? chosen : (preset?.id ?? dialect);
  const path = `${name}/SKILL.md`;
  const served = useServerWay(place).data?.find(
    (way) => way.path === draft.base.folder?.path || way.path === place?.path,
  );
  const simulated = useWay(path, draft.text, asked)?.files[0];
  const file = place === undefined ? simulated : served;
  const stages = file === undefined ? [] : stagesOf(file);
  return (
    <section className="inspector-part" aria-labelledby="inspector-load">
      <div className="row row-between">
        <h2 id="inspector-load">{text("studio.willItLoad")}</h2>
        <Select
          className="inspector-system"
          label={text("studio.willItLoadIn")}
          value={place?.key ?? asked}
          onChange={choose}
          options={[
            ...here.map(({ key, title }) => ({ value: key, title })),
            ...gated.map(({ id, edition }) => ({
              value: id,
              title: here.length === 0 ? edition : text("studio.elsewhere", { title: edition }),
            })),
          ]}
        />
      </div>
      <ol className="stepper" aria-label={text("studio.loadPath")}>
        {stages.map(({ title, state, notes }) => (
          <li key={title} className={`stepper-${state}`}>
            <Status shape={SHAPES[state]} />
            <div className="grow">
              {state === "failed" ? <strong>{text(title)}</strong> : text(title)}
              {state === "failed"
                ? [...new Set(file?.reasons.map(({ say }) => say) ?? notes)].map((note) => (
                    <p key={note} className="muted">
                      <Message text={note} />
                    </p>
                  ))
                : null}
              {state === "failed" && fixable !== undefined && onFix !== undefined ? (
                <Button size="small" look="primary" onClick={() => onFix(fixable)}>
                  {fixable.fix?.title.replaceAll("`", "")}
                </Button>
              ) : state === "failed" ? (
                <Remedies
                  path={path}
                  draft={draft}
                  dialect={place === undefined ? asked : systemOf(place.dialect)}
                  reasons={file?.reasons ?? []}
                />
              ) : null}
            </div>
            {state === "unreached" ? (
              <span className="muted small">{text("studio.notReached")}</span>
            ) : null}
          </li>
        ))}
      </ol>
      <p className="muted small">
        {text(
          place === undefined
            ? "studio.onPlainMachine"
            : draft.isChanged
              ? "studio.hereSaved"
              : "studio.hereNow",
        )}{" "}
        <Link to="/skills/$name/explain" params={{ name }}>
          {text("studio.otherMachine")}
        </Link>
      </p>
    </section>
  );
}

interface Place {
  readonly key: string;
  readonly title: string;
  readonly dialect: string;
  readonly agent: string;
  /** As it calls the skill, and where it sees it. */
  readonly name: string;
  readonly path: string | undefined;
}

/** Agents of this machine that know the skill of a folder; those that do not load it come first. */
function usePlaces({ base: { folder } }: Draft): readonly Place[] {
  return useMemo(() => {
    if (folder === undefined) return [];
    const { row } = folder;
    return statesOf(row)
      .toSorted((a, b) => Number(b.tone === "bad") - Number(a.tone === "bad"))
      .map(({ dialect, agent, title }): Place => {
        const state = row.systems?.find((one) => one.dialect === dialect && one.agent === agent);
        const { name = row.name, path } = state ?? {};
        return { key: `${dialect} ${agent}`, title, dialect, agent, name, path };
      });
  }, [folder]);
}

interface RemediesProps {
  readonly path: string;
  readonly draft: Draft;
  readonly dialect: string;
  readonly reasons: readonly Reason[];
}

const MOST = 2;

/** A requirement of the file can be taken out here; what must be done on a machine is a command to copy. */
function Remedies({ path, draft, dialect, reasons }: RemediesProps) {
  const texts = useTexts();
  const engine = useEngine();
  const [copy, fallback] = useCopy();
  const { text } = draft;
  const form = useQuery({
    queryKey: ["engine", "form", dialect, path, text],
    queryFn: () => engine.ask("readForm", { path, text, dialect }),
    gcTime: 10_000,
  });
  const missing = new Set(reasons.flatMap(({ names }) => names));
  const demands = (form.data?.fields ?? []).flatMap(({ path: at, value }) => {
    const wanted = Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
    const lacking = wanted.filter((item) => missing.has(item));
    return lacking.length === 0 ? [] : [{ at, wanted, lacking }];
  });
  const commands = [
    ...new Set(
      reasons.flatMap(({ remedies }) =>
        remedies.flatMap(({ command }) => (command === undefined ? [] : [command])),
      ),
    ),
  ];
  return (
    <div className="stack-tight inspector-remedies">
      {reasons.slice(0, 1).flatMap(({ remedies }) =>
        remedies.slice(0, 1).map(({ say }) => (
          <p key={say} className="muted small">
            <Message text={say} />
          </p>
        )),
      )}
      <div className="row row-wrap">
        {draft.mayChange
          ? demands.slice(0, MOST).map(({ at, wanted, lacking }) => (
              <Button
                key={at.join(".")}
                size="small"
                onClick={() => {
                  const left = wanted.filter((item) => !lacking.includes(item));
                  const value = left.length === 0 ? {} : { value: left };
                  draft.edit({}, (before) =>
                    engine.ask("setField", { path, text: before, dialect }, { path: at, ...value }),
                  );
                }}
              >
                {texts("editor.stopRequiring", { a: lacking.join(", ") })}
              </Button>
            ))
          : null}
        {commands.slice(0, MOST).map((command) => (
          <Button
            key={command}
            size="small"
            icon="copy"
            title={command}
            onClick={() => copy(command, texts("palette.copied"))}
          >
            <code className="clip">{command}</code>
          </Button>
        ))}
      </div>
      {fallback}
    </div>
  );
}
