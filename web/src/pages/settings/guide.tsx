import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApiError, type Client } from "../../../../src/client/index.ts";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { Failure, Loading, Notice } from "../../components/states.tsx";
import { useModels } from "../../data/models.ts";
import { sayError, useClient, useUser } from "../../data/workbench.ts";
import { draftHosted } from "../../engine/draft-hosted.ts";
import { type Engine, useEngine } from "../../engine/engine.ts";
import { useCourse } from "../../runs/use-course.ts";
import { DryRun, Result } from "../run/result.tsx";

const EXAMPLE = {
  name: "first-steps",
  description: "Greets the user and says what it can do. Use it to see that everything works.",
};

/** From an empty account to a skill that has run; without a model, to its dry run. */
export function Guide() {
  const { id } = useUser();
  const client = useClient();
  const skills = useQuery({
    queryKey: ["every-skill"],
    queryFn: async ({ signal }) => (await client.listEverySkill({ signal })).skills,
  });
  const models = useModels();
  if (skills.isError) return <Failure error={skills.error} retry={() => void skills.refetch()} />;
  if (skills.data === undefined || models === undefined) return <Loading />;
  const own = skills.data.find(({ kind, owner_id: owner }) => kind === "shelf" && owner === id);
  return (
    <ol className="settings-guide">
      <Step number={1} title="Have a skill" isDone={own !== undefined}>
        {own === undefined ? (
          <MakeExample />
        ) : (
          <p>
            You have{" "}
            <Link to="/skills/$name" params={{ name: own.name }}>
              {own.name}
            </Link>
            . Change its text, and the editor says what is wrong while you write.
          </p>
        )}
      </Step>
      <Step number={2} title="Have a model" isDone={models.total > 0}>
        <p>
          {models.total > 0
            ? `${models.default_model ?? models.items[0]?.id ?? "A model"} answers.`
            : "None is configured, which an administrator does in the settings of the server. A dry run works without."}
        </p>
      </Step>
      <RunStep name={own?.name} hasModel={models.total > 0} />
    </ol>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

function Step({ number, title, isDone, children }: StepProps) {
  return (
    <li className="card settings-step">
      <span className={isDone ? "settings-number settings-done" : "settings-number"}>
        {isDone ? <Icon name="check" /> : number}
      </span>
      <div className="stack grow">
        <h2>
          {title}
          {isDone ? <span className="visually-hidden"> (done)</span> : null}
        </h2>
        {children}
      </div>
    </li>
  );
}

const TRIES = 5;

/** Names belong to the whole server, so that the plain one may be somebody else's. */
async function makeExample(client: Client, engine: Engine): Promise<void> {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? EXAMPLE.name : `${EXAMPLE.name}-${someLetters()}`;
    const content = await draftHosted(engine, { ...EXAMPLE, name });
    try {
      await client.createSkill({ body: { name, content } });
      return;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409) || count === TRIES) throw error;
    }
  }
}

function someLetters(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) =>
    (byte % 36).toString(36),
  ).join("");
}

function MakeExample() {
  const client = useClient();
  const engine = useEngine();
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: () => makeExample(client, engine),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["every-skill"] });
      await queries.invalidateQueries({ queryKey: ["first-skills"] });
    },
  });
  return (
    <>
      <p>A skill is a file that tells a model what to do, and when. Begin with an example.</p>
      {make.error === null ? null : <Notice tone="bad">{sayError(make.error)}</Notice>}
      <div className="row row-wrap">
        <Button look="primary" disabled={make.isPending} onClick={() => make.mutate()}>
          Make an example
        </Button>
        <Link className="button" to="/skills">
          Write my own
        </Link>
        <Link className="button" to="/registry">
          Find one in the registry
        </Link>
      </div>
    </>
  );
}

interface RunStepProps {
  readonly name: string | undefined;
  readonly hasModel: boolean;
}

function RunStep({ name = "", hasModel }: RunStepProps) {
  const client = useClient();
  const { course, start, stop } = useCourse();
  const params = { name };
  const preview = useMutation({ mutationFn: () => client.previewRun({ params, body: {} }) });
  const run = (): void => {
    if (hasModel) void start((options) => client.runSkill({ params, body: {}, ...options }));
    else preview.mutate();
  };
  const isDone = course?.state === "success" || preview.data !== undefined;
  return (
    <Step number={3} title={hasModel ? "Run it" : "Try it in a dry run"} isDone={isDone}>
      {isDone ? (
        <p>
          That was all.{" "}
          <Link to="/run/$name" params={params}>
            Run it with inputs
          </Link>
          ,{" "}
          <Link to="/portability" search={{ skill: name }}>
            see where else it works
          </Link>
          , or{" "}
          <Link to="/registry/publish" search={{ skill: name }}>
            share it
          </Link>
          .
        </p>
      ) : null}
      <div className="row">
        <Button
          look={isDone ? "plain" : "primary"}
          icon="play"
          disabled={name === "" || course?.state === "running" || preview.isPending}
          onClick={run}
        >
          {hasModel ? "Run the skill" : "Show what a model would be sent"}
        </Button>
        {name === "" ? <span className="small muted">First, have a skill.</span> : null}
      </div>
      {preview.error === null ? null : <Failure error={preview.error} />}
      {preview.data === undefined ? null : <DryRun preview={preview.data} />}
      {course === undefined ? null : <Result course={course} onStop={stop} />}
    </Step>
  );
}
