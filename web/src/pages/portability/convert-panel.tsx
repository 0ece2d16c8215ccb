import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Button } from "../../components/button.tsx";
import { DiagnosticList } from "../../components/diagnostic-list.tsx";
import { Failure, Loading } from "../../components/states.tsx";
import { saveFile } from "../../components/save-file.ts";
import { useOpen } from "../../opening/use-open.ts";
import { useSaveVariant } from "./use-save-variant.ts";
import { useCopy } from "../../components/use-copy.tsx";
import { DiffView } from "../../editor/diff-view.tsx";
import { useEngine } from "../../engine/engine.ts";
import type { ConvertedSkill } from "../../engine/call.ts";
import { systems } from "../../engine/queries.ts";
import { LossTable } from "./loss-table.tsx";
import { Select } from "../../components/select.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

export interface ConvertPanelProps {
  readonly source: {
    readonly path: string;
    readonly text: string;
    /** The name of the skill, where it is stored here and can hold variants. */
    readonly owner?: string;
  };
  readonly to: string;
  readonly onTo: (to: string) => void;
}

/** The same skill for another system, side by side, with what was lost, above all else. */
export function ConvertPanel({ source, to, onTo }: ConvertPanelProps) {
  const say = useTexts();
  const engine = useEngine();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    globalThis.scrollTo({ top: 0 });
  }, []);
  const { path, text } = source;
  const done = useQuery({
    queryKey: ["engine", "convert", path, text, to],
    queryFn: async () =>
      (await engine.call("convert", { skill: { path, text }, to })).conversions[0],
    gcTime: 30_000,
  });
  const title = systems.find(({ id }) => id === to)?.title ?? to;
  return (
    <section
      className="card card-flush portability-converted"
      aria-label={say("portability.convertedTo", { title })}
      tabIndex={-1}
      ref={panel}
    >
      <div className="row row-wrap portability-bar">
        <h2>{say("portability.convertedTo2")}</h2>
        <Select
          className="portability-target"
          label={say("portability.convertTo")}
          value={to}
          onChange={onTo}
          options={systems.map(({ id, title: name }) => ({ value: id, title: name }))}
        />
        <span className="grow" />
        {done.data === undefined ? null : (
          <Actions converted={done.data} name={source.owner} to={to} />
        )}
      </div>
      {done.isPending ? <Loading what={say("portability.converting")} /> : null}
      {done.isError ? <Failure error={done.error} /> : null}
      {done.data === undefined ? null : (
        <Outcome before={text} converted={done.data} title={title} />
      )}
    </section>
  );
}

interface OutcomeProps {
  readonly before: string;
  readonly converted: ConvertedSkill;
  /** Of the system that it was converted for. */
  readonly title: string;
}

function Outcome({ before, converted, title }: OutcomeProps) {
  const say = useTexts();
  return (
    <>
      <div className="portability-diff">
        <DiffView
          before={before}
          after={converted.text}
          beforeLabel="As it is"
          afterLabel={`For ${title}`}
        />
      </div>
      <LossTable converted={converted} />
      {converted.diagnostics.length === 0 ? null : (
        <div>
          <h3 className="portability-title">{say("portability.whatStillFindsWrong", { title })}</h3>
          <DiagnosticList diagnostics={converted.diagnostics} />
        </div>
      )}
    </>
  );
}

interface ActionsProps {
  readonly converted: ConvertedSkill;
  /** The skill that was converted, where it is stored here. */
  readonly name: string | undefined;
  readonly to: string;
}

function Actions({ converted, name, to }: ActionsProps) {
  const say = useTexts();
  const [copy, fallback] = useCopy();
  const { open, isBusy } = useOpen();
  const saveVariant = useSaveVariant();
  return (
    <>
      <Button size="small" icon="copy" onClick={() => copy(converted.text, "Copied.")}>
        {say("factors.copy")}
      </Button>
      <Button
        size="small"
        icon="download"
        onClick={() => saveFile("SKILL.md", converted.text, "text/markdown")}
      >
        {say("portability.download")}
      </Button>
      <Button
        size="small"
        disabled={isBusy}
        onClick={() => open({ kind: "text", text: converted.text })}
      >
        {say("portability.saveAsANew")}
      </Button>
      {name === undefined ? null : (
        <Button
          size="small"
          look="primary"
          disabled={saveVariant.isPending}
          onClick={() => saveVariant.mutate({ name, to, text: converted.text })}
        >
          {say("portability.saveVariant")}
        </Button>
      )}
      {fallback}
    </>
  );
}
