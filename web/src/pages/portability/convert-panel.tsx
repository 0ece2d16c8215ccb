import { useQuery } from "@tanstack/react-query";
import { Button } from "../../components/button.tsx";
import { DiagnosticList } from "../../components/diagnostic-list.tsx";
import { Failure, Loading } from "../../components/states.tsx";
import { useSay } from "../../components/toasts.tsx";
import { DiffView } from "../../editor/diff-view.tsx";
import { useEngine } from "../../engine/engine.ts";
import type { ConvertedText } from "../../engine/portable.ts";
import { useSystems } from "../../engine/queries.ts";
import { LossTable } from "./loss-table.tsx";

export interface ConvertPanelProps {
  readonly source: { readonly path: string; readonly text: string };
  readonly to: string;
  readonly onTo: (to: string) => void;
}

/** The same skill for another system, side by side, with what was lost on the way. */
export function ConvertPanel({ source, to, onTo }: ConvertPanelProps) {
  const engine = useEngine();
  const systems = useSystems();
  const { path, text } = source;
  const done = useQuery({
    queryKey: ["engine", "convert", path, text, to],
    queryFn: () => engine.ask("convertSource", { path, text }, to),
    gcTime: 30_000,
  });
  const title = systems.find(({ id }) => id === to)?.title ?? to;
  return (
    <section className="card card-flush" aria-label={`Converted to ${title}`}>
      <div className="row row-wrap portability-bar">
        <h2>Converted to</h2>
        <select
          className="input portability-target"
          aria-label="Convert to"
          value={to}
          onChange={(event) => onTo(event.target.value)}
        >
          {systems.map((system) => (
            <option key={system.id} value={system.id}>
              {system.title}
            </option>
          ))}
        </select>
        <span className="grow" />
        {done.data === undefined ? null : <Actions converted={done.data} />}
      </div>
      {done.isPending ? <Loading what="Converting" /> : null}
      {done.isError ? <Failure error={done.error} /> : null}
      {done.data === undefined ? null : (
        <>
          <div className="portability-diff">
            <DiffView
              before={text}
              after={done.data.text}
              beforeLabel="As it is"
              afterLabel={`For ${title}`}
            />
          </div>
          <LossTable converted={done.data} />
          {done.data.diagnostics.length === 0 ? null : (
            <div>
              <h3 className="portability-title">What {title} still finds wrong</h3>
              <DiagnosticList diagnostics={done.data.diagnostics} />
            </div>
          )}
        </>
      )}
    </section>
  );
}

function Actions({ converted }: { readonly converted: ConvertedText }) {
  const say = useSay();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(converted.text);
      say.good("Copied.");
    } catch {
      say.bad("The browser does not let this page copy; download it instead.");
    }
  };
  const download = (): void => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([converted.text], { type: "text/markdown" }));
    link.download = "SKILL.md";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  return (
    <>
      <Button size="small" icon="copy" onClick={() => void copy()}>
        Copy
      </Button>
      <Button size="small" icon="download" onClick={download}>
        Download
      </Button>
    </>
  );
}
