import { PageHead } from "../../components/page-head.tsx";
import { RunHistory } from "./history.tsx";
import { SkillChoice } from "./skill-choice.tsx";
import "./run.css";

/** What was run, and the way to a next run. */
export function Page() {
  return (
    <>
      <PageHead title="Runs" lead="Choose a skill to run it, or open what was run before." />
      <SkillChoice />
      <RunHistory />
    </>
  );
}
