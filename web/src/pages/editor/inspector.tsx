import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Diagnostic } from "../../../../src/skill/index.ts";
import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { Select } from "../../components/select.tsx";
import { Status } from "../../components/status.tsx";
import type { Checked } from "../../engine/check.ts";
import { systems } from "../../engine/queries.ts";
import { stagesOf } from "../explain/stages.ts";
import { CompatibilityStrip } from "./compatibility-strip.tsx";
import { SafetySection } from "./safety-section.tsx";
import type { Draft } from "./use-draft.ts";
import { usePromptCost, useVerdicts, useWay } from "./use-verdicts.ts";

export interface InspectorProps {
  readonly name: string;
  readonly draft: Draft;
  readonly checked: Checked | undefined;
  readonly dialect: string;
  readonly onFix: ((diagnostic: Diagnostic) => void) | undefined;
}

/** What is always beside the text: where it works, whether it loads, what it costs, whether it is safe. */
export function Inspector({ name, draft, checked, dialect, onFix }: InspectorProps) {
  const path = `${name}/SKILL.md`;
  const { text } = draft;
  return (
    <aside className="inspector" aria-label="Inspector">
      <Compatibility name={name} path={path} text={text} checked={checked} onFix={onFix} />
      <WillItLoad path={path} text={text} dialect={dialect} />
      <Cost checked={checked} dialect={dialect} />
      <SafetySection name={name} saved={draft.base.text} />
    </aside>
  );
}

interface CompatibilityProps extends Pick<InspectorProps, "name" | "checked" | "onFix"> {
  readonly path: string;
  readonly text: string;
}

const MOST_REASONS = 5;

function Compatibility({ name, path, text, checked, onFix }: CompatibilityProps) {
  const matrix = useVerdicts(path, text);
  const cells = matrix?.rows[0]?.cells ?? [];
  const worse = cells
    .filter(({ verdict }) => verdict !== "works")
    .toSorted((a, b) => Number(a.verdict === "partial") - Number(b.verdict === "partial"));
  const titleOf = (id: string): string =>
    matrix?.systems.find((system) => system.id === id)?.title ?? id;
  const fixable = checked?.diagnostics.find(({ fix }) => fix?.safety === "safe");
  return (
    <section className="inspector-part" aria-labelledby="inspector-compatibility">
      <div className="row row-between">
        <h2 id="inspector-compatibility">Compatibility</h2>
        <span className="muted" aria-live="polite">
          {matrix === undefined
            ? "Checking"
            : `${cells.length - worse.length} of ${cells.length} work`}
        </span>
      </div>
      <CompatibilityStrip name={name} cells={cells} titleOf={titleOf} />
      {worse.length === 0 ? null : (
        <ul className="inspector-reasons" aria-label="Where it does not work">
          {worse.slice(0, MOST_REASONS).map(({ system, verdict, reasons }) => (
            <li key={system}>
              <Status shape={verdict === "refused" ? "rejected" : "partial"} />
              <span className="inspector-reason">
                <strong>{titleOf(system)}</strong>{" "}
                {verdict === "refused" ? "rejects it: " : "takes part of it: "}
                <Message text={reasons[0]?.message ?? ""} />
              </span>
              {verdict === "refused" && fixable !== undefined && onFix !== undefined ? (
                <Button size="small" onClick={() => onFix(fixable)}>
                  Fix
                </Button>
              ) : (
                <Link
                  className="button button-small"
                  to="/skills/$name/convert"
                  params={{ name }}
                  search={{ to: systems.some(({ id }) => id === system) ? system : undefined }}
                >
                  Convert
                </Link>
              )}
            </li>
          ))}
          {worse.length > MOST_REASONS ? (
            <li className="muted">
              <Link to="/skills/$name/convert" params={{ name }}>
                {worse.length - MOST_REASONS} more
              </Link>
            </li>
          ) : null}
        </ul>
      )}
    </section>
  );
}

interface WillItLoadProps {
  readonly path: string;
  readonly text: string;
  readonly dialect: string;
}

function WillItLoad({ path, text, dialect }: WillItLoadProps) {
  const gated = systems.filter(({ hasGates }) => hasGates);
  const [chosen, choose] = useState("");
  const preset = gated.find(({ id }) => id === dialect)?.id ?? gated[0]?.id ?? dialect;
  const asked = chosen === "" ? preset : chosen;
  const way = useWay(path, text, asked);
  const [file] = way?.files ?? [];
  const stages = file === undefined ? [] : stagesOf(file);
  return (
    <section className="inspector-part" aria-labelledby="inspector-load">
      <div className="row row-between">
        <h2 id="inspector-load">Will it load?</h2>
        <Select
          className="inspector-system"
          label="Will it load in"
          value={asked}
          onChange={choose}
          options={gated.map(({ id, title }) => ({ value: id, title }))}
        />
      </div>
      <ol className="stepper" aria-label="Load path">
        {stages.map(({ title, state, notes }) => (
          <li key={title} className={`stepper-${state}`}>
            <Status
              shape={state === "failed" ? "rejected" : state === "unreached" ? "waiting" : "tick"}
            />
            <div className="grow">
              {state === "failed" ? <strong>{title}</strong> : title}
              {state === "failed"
                ? notes.map((note) => (
                    <p key={note} className="muted">
                      <Message text={note} />
                    </p>
                  ))
                : null}
            </div>
            {state === "unreached" ? <span className="muted small">not reached</span> : null}
          </li>
        ))}
      </ol>
      {file?.reasons[0]?.remedies.slice(0, 1).map((remedy) => (
        <p key={remedy.say} className="muted small">
          <Message text={remedy.say} />
        </p>
      ))}
    </section>
  );
}

function Cost({ checked, dialect }: Pick<InspectorProps, "checked" | "dialect">) {
  // Its own system first, where that shows the model a list.
  const listing = systems
    .filter(({ hasList }) => hasList)
    .toSorted((a, b) => Number(b.id === dialect) - Number(a.id === dialect));
  const cost = usePromptCost(listing, checked?.name, checked?.description);
  return (
    <section className="inspector-part" aria-labelledby="inspector-cost">
      <div className="row row-between">
        <h2 id="inspector-cost">Prompt cost</h2>
        <span className="muted">
          {checked?.name === undefined
            ? "Not readable"
            : cost === undefined
              ? "Counting"
              : `${cost.tokens} tokens, ${cost.characters} characters`}
        </span>
      </div>
      <p className="muted small">
        {cost === undefined || cost.characters === 0
          ? "No system lists it as it is."
          : `In the list of skills as ${cost.title} writes it.`}{" "}
        <Link to="/skills" search={{ view: "budget" }}>
          See the budget
        </Link>
      </p>
    </section>
  );
}
