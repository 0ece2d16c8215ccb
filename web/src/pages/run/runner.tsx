import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useQueryValue } from "../../app/address.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { ModelChoice } from "../../components/model-choice.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { SkillFacets } from "../../components/skill-facets.tsx";
import { Failure, Loading, Notice } from "../../components/states.tsx";
import { useCopy } from "../../components/use-copy.tsx";
import { MissingSkill } from "../../keeping/missing-skill.tsx";
import { useModels } from "../../data/models.ts";
import { useClient, useWorkbench } from "../../data/workbench.ts";
import type { Course } from "../../runs/course.ts";
import { useCourse } from "../../runs/use-course.ts";
import {
  type Preview,
  type SkillDetail,
  toCurl,
  useSkill,
  useWholeRun,
  type Values,
} from "./data.ts";
import { RunHistory } from "./history.tsx";
import { InputForm } from "./input-form.tsx";
import { DryRun, Result } from "./result.tsx";

/** One skill: its form, what comes of it, and what came of it before. */
export function Runner({ name }: { readonly name: string }) {
  const skill = useSkill(name);
  const [again] = useQueryValue("again");
  const past = useWholeRun(again);
  const isReady = again === "" || !past.isPending;
  if (skill.data !== undefined && isReady)
    return <Ready key={again} skill={skill.data} inputs={past.data?.inputs ?? undefined} />;
  return (
    <>
      <PageHead
        title={name}
        parent={{ title: "Skills", to: "/skills" }}
        views={<SkillFacets name={name} current="run" />}
      />
      {skill.isError ? (
        <MissingSkill
          name={name}
          error={skill.error}
          retry={() => void skill.refetch()}
          then="/skills/$name/run"
        />
      ) : (
        <Loading what="Opening the skill" />
      )}
    </>
  );
}

interface ReadyProps {
  readonly skill: SkillDetail;
  /** Of a run that is to be repeated. */
  readonly inputs: Values | undefined;
}

function Ready({ skill, inputs: former }: ReadyProps) {
  const { name, description } = skill;
  const inputs = skill.inputs ?? [];
  const { url } = useWorkbench();
  const models = useModels();
  const [model, setModel] = useState("");
  const [values, setValues] = useState<Values>(() => presetsOf(skill, former));
  const { course, former: last, run, stop, dryRun, shown } = useRuns(name, values, model);
  const outcome = useRef<HTMLDivElement>(null);
  const hasModel = models === undefined || models.total > 0;
  return (
    <>
      <RunnerHead name={name} lead={description} curl={() => toCurl(url, name, values, model)} />
      {hasModel ? null : (
        <Notice tone="warn">No language model is configured, so only dry runs work.</Notice>
      )}
      <div className="run-columns">
        <section className="card" aria-label="What the skill asks for">
          <InputForm
            inputs={inputs}
            values={values}
            onChange={(input, value) => setValues({ ...values, [input]: value })}
            onRun={() => {
              run();
              show(outcome.current);
            }}
            onDryRun={() => {
              dryRun.begin();
              show(outcome.current);
            }}
            isRunning={course?.state === "running" || dryRun.isBusy}
            hasModel={hasModel}
          >
            <ModelField model={model} onChange={setModel} />
          </InputForm>
        </section>
        <div className="run-outcome" ref={outcome}>
          {shown === "dry-run" ? (
            <DryRunState {...dryRun} />
          ) : (
            <Result course={course} former={last} onStop={stop} />
          )}
        </div>
      </div>
      <RunHistory skill={name} />
    </>
  );
}

interface RunnerHeadProps {
  readonly name: string;
  readonly lead: string;
  readonly curl: () => string;
}

function RunnerHead({ name, lead, curl }: RunnerHeadProps) {
  const [copy, fallback] = useCopy();
  return (
    <>
      <PageHead
        title={name}
        parent={{ title: "Skills", to: "/skills" }}
        lead={lead}
        views={<SkillFacets name={name} current="run" />}
      >
        <Button
          icon="copy"
          onClick={() => copy(curl(), "Copied. It reads your token from SKILLWRIGHT_TOKEN.")}
        >
          Copy as curl
        </Button>
      </PageHead>
      {fallback}
    </>
  );
}

interface ModelFieldProps {
  readonly model: string;
  readonly onChange: (model: string) => void;
}

/** Nothing is asked where there is nothing to choose. */
function ModelField({ model, onChange }: ModelFieldProps) {
  const models = useModels();
  if (models === undefined || models.total < 2) return null;
  return (
    <Field label="Model">
      {({ id }) => (
        <ModelChoice
          id={id}
          models={models.items}
          preset={models.default_model}
          value={model}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

/** On a phone the result stands below the form, out of sight. */
function show(outcome: HTMLElement | null): void {
  if (outcome === null || outcome.getBoundingClientRect().top < window.innerHeight / 2) return;
  outcome.scrollIntoView({ block: "start" });
}

interface DryRunStateProps {
  readonly preview: Preview | undefined;
  readonly error: Error | null;
}

function DryRunState({ preview, error }: DryRunStateProps) {
  if (error !== null) return <Failure error={error} />;
  return preview === undefined ? (
    <Loading what="Filling the prompt" />
  ) : (
    <DryRun preview={preview} />
  );
}

/** What was given before counts; the skill may have other inputs by now. */
function presetsOf({ inputs }: SkillDetail, given: Values = {}): Values {
  return Object.fromEntries(
    (inputs ?? []).flatMap(({ name, default: preset }) => {
      const value = given[name] ?? preset;
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** A run and a dry run, of which the later one is shown. */
function useRuns(name: string, values: Values, model: string) {
  const client = useClient();
  const queries = useQueryClient();
  const { course, start, stop } = useCourse();
  const [former, setFormer] = useState<Course>();
  const [shown, setShown] = useState<"run" | "dry-run">("run");
  const request = {
    params: { name },
    body: { inputs: values, ...(model === "" ? {} : { model }) },
  };
  const preview = useMutation({ mutationFn: () => client.previewRun(request) });
  const run = async (): Promise<void> => {
    setShown("run");
    // A server that is away must not take away what it gave before.
    const last = course !== undefined && course.requestId !== "" ? course : former;
    setFormer(last?.text === "" ? undefined : last);
    await start((options) => client.runSkill({ ...request, ...options }));
    await queries.invalidateQueries({ queryKey: ["runs"] });
  };
  return {
    course,
    former,
    stop,
    shown,
    run: () => void run(),
    dryRun: {
      begin: () => {
        setShown("dry-run");
        preview.mutate();
      },
      preview: preview.data,
      error: preview.error,
      isBusy: preview.isPending,
    },
  };
}
