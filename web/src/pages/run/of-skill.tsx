import { useParam } from "../../app/address.ts";
import { Runner } from "./runner.tsx";
import "./run.css";

/** One skill at work: fill its form in, read what comes of it. */
export function Page() {
  const name = useParam("name");
  return <Runner key={name} name={name} />;
}
