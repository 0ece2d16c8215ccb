import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { EmptyState, Failure, Loading, Notice } from "../../components/states.tsx";
import { useSay } from "../../components/toasts.tsx";
import { formatError, useClient } from "../../data/workbench.ts";
import type { OutputOf } from "../../engine/call.ts";
import { useEngine } from "../../engine/engine.ts";
import { Status } from "../../components/status.tsx";
import { useModels } from "../../data/models.ts";
import type { SkillFile } from "./data.ts";
import { EvalResults } from "./eval-results.tsx";
import type { PageCase } from "../../engine/evals.ts";
import { useEvals } from "./use-evals.ts";
import { useTexts } from "../../texts/use-texts.tsx";

const MOST_FILES = 20;
const EVALS = /^evals\/.+\.(?:jsonl?|ya?ml|md|csv|tsv)$/u;

export interface DockEvalsProps {
  readonly name: string;
  readonly text: string;
  readonly files: readonly SkillFile[];
  readonly mayChange: boolean;
  /** Chosen for runs; empty: the default one. */
  readonly model: string;
  readonly onFile: (path: string) => void;
}

type Suite = OutputOf<"eval-cases">["suites"][number];

/** The cases of the skill's own evaluations, in whatever format they are, and a first draft of some. */
export function DockEvals({ name, text, files, mayChange, model, onFile }: DockEvalsProps) {
  const texts = useTexts();
  const paths = files.map(({ path }) => path).filter((path) => EVALS.test(path));
  const cases = useCases(name, paths.slice(0, MOST_FILES));
  const draft = useDraftEvals(name, text, onFile);
  const evals = useEvals(name);
  const models = useModels();
  const hasModel = models === undefined || models.total > 0;
  if (paths.length === 0)
    return (
      <EmptyState
        icon="flask"
        title={texts("editor.noEvalsYet")}
        actions={
          mayChange ? (
            <Button look="primary" disabled={draft.isPending} onClick={() => draft.mutate()}>
              {texts("editor.draftCases")}
            </Button>
          ) : null
        }
      >
        {texts("editor.casesSayWhichRequests")}
      </EmptyState>
    );
  if (cases.isPending) return <Loading what={texts("editor.readingTheCases")} />;
  if (cases.isError) return <Failure error={cases.error} retry={() => void cases.refetch()} />;
  const { suites, cases: count, problems } = cases.data;
  const { answerable } = cases.data;
  const isRunning = evals.state === "running";
  return (
    <div className="stack dock-evals">
      <div className="row row-between row-wrap">
        <span>
          <strong>{texts("editor.cases", { count })}</strong>{" "}
          <span className="muted">
            in {texts("editor.files", { count: suites.length })}. {sayCost(answerable.length)}
          </span>
        </span>
        {answerable.length === 0 ? null : isRunning ? (
          <Button size="small" icon="close" onClick={evals.stop}>
            {texts("chat.stop")}
          </Button>
        ) : hasModel ? (
          <Button
            size="small"
            look="primary"
            icon="play"
            onClick={() => evals.start(answerable, model)}
          >
            {texts("editor.runEvals")}
          </Button>
        ) : (
          <Link className="button button-small" to="/settings" search={{ tab: "models" }}>
            {texts("models.connect")}
          </Link>
        )}
      </div>
      {evals.note === "" ? null : (
        <p className="row small" role="status">
          <Status shape={isRunning ? "running" : "error"} /> {evals.note}
        </p>
      )}
      {evals.runs.length === 0 ? null : (
        <EvalResults runs={evals.runs} benchmark={evals.benchmark} />
      )}
      {problems.map(({ message }) => (
        <Notice key={message} tone="warn">
          <Message text={message} />
        </Notice>
      ))}
      {suites.map((suite) => (
        <SuiteTable key={suite.path} suite={suite} onFile={onFile} />
      ))}
    </div>
  );
}

const MOST_CASES = 30;

/** Costs are said before they arise. */
function sayCost(count: number): string {
  if (count === 0) return "None expects an answer: they say which requests load the skill.";
  const runs = count * 2;
  return `A run asks the model ${runs} times, with the skill and without it, and a judge where a check is in words.`;
}

interface SuiteTableProps {
  readonly suite: Suite;
  readonly onFile: (path: string) => void;
}

function SuiteTable({ suite, onFile }: SuiteTableProps) {
  const say = useTexts();
  return (
    <table className="table dock-table">
      <caption>
        <Button size="small" look="quiet" icon="file" onClick={() => onFile(suite.path)}>
          {suite.path}
        </Button>
        <span className="muted small">{suite.formatTitle}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">{say("editor.case")}</th>
          <th scope="col">{say("editor.request")}</th>
          <th scope="col">{say("editor.expected")}</th>
        </tr>
      </thead>
      <tbody>
        {suite.cases.map((one, index) => (
          <tr key={`${one.id} ${index}`}>
            <td className="mono">{one.id}</td>
            <td>{one.prompt}</td>
            <td className="muted">{sayExpected(one)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function sayExpected({ trigger, assertions, checks }: PageCase): string {
  const said = [
    trigger === undefined || trigger.fires.length === 0 ? "" : `loads ${trigger.fires.join(", ")}`,
    trigger === undefined || trigger.silent.length === 0
      ? ""
      : `does not load ${trigger.silent.join(", ")}`,
    trigger?.none === true ? "loads no skill" : "",
    assertions.length + checks.length === 0
      ? ""
      : assertions.length + checks.length === 1
        ? "1 check"
        : `${assertions.length + checks.length} checks`,
  ];
  return said.filter((part) => part !== "").join(", ");
}

function useCases(name: string, paths: readonly string[]) {
  const client = useClient();
  const engine = useEngine();
  return useQuery({
    queryKey: ["skill-file", name, "evals", ...paths],
    queryFn: async ({ signal }) => {
      const suites = await Promise.all(
        paths.map(async (path) => {
          const bytes = await client.readSkillFile({ params: { name }, query: { path }, signal });
          return { path, text: new TextDecoder().decode(bytes) };
        }),
      );
      const read = await engine.call("eval-cases", { suites });
      const all = read.suites.flatMap((suite) => suite.cases);
      const answerable = await engine.ask("answerable", all);
      return { ...read, answerable: answerable.slice(0, MOST_CASES) };
    },
    enabled: paths.length > 0,
  });
}

function useDraftEvals(name: string, text: string, onFile: (path: string) => void) {
  const client = useClient();
  const engine = useEngine();
  const queries = useQueryClient();
  const say = useSay();
  return useMutation({
    mutationFn: async () => {
      const { files } = await engine.call("eval-new", {
        skill: { path: `${name}/SKILL.md`, text },
      });
      for (const { path, text: content } of files)
        await client.writeSkillFile({ params: { name }, query: { path }, body: { content } });
      await queries.invalidateQueries({ queryKey: ["skill-files", name] });
      return files;
    },
    onSuccess: ([first]) => {
      say.good("Drafted. Replace the requests by the words of your users.");
      if (first !== undefined) onFile(first.path);
    },
    onError: (error) => say.bad(formatError(error)),
  });
}
