import { useParam } from "../../app/address.ts";
import { PageHead } from "../../components/page-head.tsx";
import { RunHistory } from "./history.tsx";
import { Runner } from "./runner.tsx";
import { SkillChoice } from "./skill-choice.tsx";
import "./run.css";

/** Skills at work: choose one, fill its form in, read what comes of it. */
export function Page() {
  const name = useParam("name");
  if (name !== "") return <Runner key={name} name={name} />;
  return (
    <>
      <PageHead title="Run" lead="Choose a skill, fill its form in, and read what comes of it." />
      <SkillChoice />
      <RunHistory />
    </>
  );
}
