import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { EmptyState, Failure, Loading, Notice } from "../../components/states.tsx";
import { useSay } from "../../components/toasts.tsx";
import { useCopy } from "../../components/use-copy.tsx";
import { sayError, useClient } from "../../data/workbench.ts";
import type { OutputOf } from "../../engine/call.ts";
import { useEngine } from "../../engine/engine.ts";
import type { SkillFile } from "./data.ts";

const MOST_FILES = 20;
const EVALS = /^evals\/.+\.(?:jsonl?|ya?ml|md|csv|tsv)$/u;

export interface DockEvalsProps {
  readonly name: string;
  readonly text: string;
  readonly files: readonly SkillFile[];
  readonly mayChange: boolean;
  readonly onFile: (path: string) => void;
}

type Suite = OutputOf<"eval-cases">["suites"][number];
type Case = Suite["cases"][number];

/** The cases of the skill's own evaluations, in whatever format they are, and a first draft of some. */
export function DockEvals({ name, text, files, mayChange, onFile }: DockEvalsProps) {
  const paths = files.map(({ path }) => path).filter((path) => EVALS.test(path));
  const cases = useCases(name, paths.slice(0, MOST_FILES));
  const draft = useDraftEvals(name, text, onFile);
  const [copy, fallback] = useCopy();
  if (paths.length === 0)
    return (
      <EmptyState
        icon="flask"
        title="No evals yet"
        actions={
          mayChange ? (
            <Button look="primary" disabled={draft.isPending} onClick={() => draft.mutate()}>
              Draft cases
            </Button>
          ) : null
        }
      >
        Cases say which requests should load the skill, and what a good answer has. The draft is
        made of its description and its steps, without a model.
      </EmptyState>
    );
  if (cases.isPending) return <Loading what="Reading the cases" />;
  if (cases.isError) return <Failure error={cases.error} retry={() => void cases.refetch()} />;
  const { suites, cases: count, problems } = cases.data;
  const command = `skillwright eval run ${name}`;
  return (
    <div className="stack dock-evals">
      <div className="row row-between row-wrap">
        <span>
          <strong>{count === 1 ? "1 case" : `${count} cases`}</strong>{" "}
          <span className="muted">
            in {suites.length === 1 ? "1 file" : `${suites.length} files`}. They are run from the
            command line, with a model of yours.
          </span>
        </span>
        <Button size="small" icon="copy" onClick={() => copy(command, "Copied the command.")}>
          {command}
        </Button>
      </div>
      {problems.map(({ message }) => (
        <Notice key={message} tone="warn">
          <Message text={message} />
        </Notice>
      ))}
      {suites.map((suite) => (
        <SuiteTable key={suite.path} suite={suite} onFile={onFile} />
      ))}
      {fallback}
    </div>
  );
}

interface SuiteTableProps {
  readonly suite: Suite;
  readonly onFile: (path: string) => void;
}

function SuiteTable({ suite, onFile }: SuiteTableProps) {
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
          <th scope="col">Case</th>
          <th scope="col">Request</th>
          <th scope="col">Expected</th>
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

function sayExpected({ trigger, assertions, checks }: Case): string {
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
      return await engine.call("eval-cases", { suites });
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
    onError: (error) => say.bad(sayError(error)),
  });
}
