import { useRef, useState } from "react";
import { useQueryValue } from "../../app/address.ts";
import { Button } from "../../components/button.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { SkillFacets } from "../../components/skill-facets.tsx";
import { Loading, Notice } from "../../components/states.tsx";
import { useCopy } from "../../components/use-copy.tsx";
import { MissingSkill } from "../../keeping/missing-skill.tsx";
import { useModels } from "../../data/models.ts";
import { useWorkbench } from "../../data/workbench.ts";
import { type SkillDetail, toCurl, useSkill, useWholeRun, type Values } from "./data.ts";
import { RunHistory } from "./history.tsx";
import { InputForm } from "./input-form.tsx";
import { ModelField } from "./model-field.tsx";
import { DryRunState, Result } from "./result.tsx";
import { useRuns } from "./use-runs.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** One skill: its form, what comes of it, and what came of it before. */
export function Runner({ name }: { readonly name: string }) {
  const say = useTexts();
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
        <Loading what={say("common.openingTheSkill")} />
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
  const say = useTexts();
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
      {hasModel ? null : <Notice tone="warn">{say("run.noModelConnectedDry")}</Notice>}
      <div className="run-columns">
        <section className="card" aria-label={say("run.whatTheSkillAsks")}>
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
  const say = useTexts();
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
          {say("run.copyAsCurl")}
        </Button>
      </PageHead>
      {fallback}
    </>
  );
}

/** On a phone the result stands below the form, out of sight. */
function show(outcome: HTMLElement | null): void {
  if (outcome === null || outcome.getBoundingClientRect().top < window.innerHeight / 2) return;
  outcome.scrollIntoView({ block: "start" });
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
