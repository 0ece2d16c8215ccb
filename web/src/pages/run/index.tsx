import { PageHead } from "../../components/page-head.tsx";
import { RunHistory } from "./history.tsx";
import { SkillChoice } from "./skill-choice.tsx";
import "./run.css";
import { useTexts } from "../../texts/use-texts.tsx";

/** What was run, and the way to a next run. */
export function Page() {
  const say = useTexts();
  return (
    <>
      <PageHead title={say("nav.runs")} lead={say("run.chooseASkillTo")} />
      <SkillChoice />
      <RunHistory />
    </>
  );
}
