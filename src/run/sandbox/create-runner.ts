import type { ConfinedProcess, ConfinedRunner } from "../../platform/sandbox/index.ts";
import type { OwnPlaces } from "./closed.ts";
import { confine, startFolder } from "./confine.ts";
import type { Runner, RunReport } from "./runner.ts";

/** A runner of policies on a runner of walls, with what is closed to all that it runs. */
export function createRunner(confined: ConfinedRunner, own: OwnPlaces): Runner {
  const start: Runner["start"] = async (command, policy, options) => {
    const { signal, onRefusal, door } = options;
    const confinement = confine(policy, options, own);
    const folder = command.folder ?? startFolder(confinement, options);
    const placed = folder === undefined ? command : { ...command, folder };
    return confined.start(placed, confinement, {
      ...(signal === undefined ? {} : { signal }),
      ...(onRefusal === undefined ? {} : { onRefusal }),
      ...(door === undefined ? {} : { door }),
    });
  };
  return {
    start,
    run: async (command, policy, options) => {
      const child = await start(command, policy, options);
      child.stdin.end(options.input ?? "");
      return report(child);
    },
    walls: confined.walls,
  };
}

async function report(child: ConfinedProcess): Promise<RunReport> {
  const [end, stdout, stderr] = await Promise.all([
    child.exited,
    readText(child.stdout),
    readText(child.stderr),
  ]);
  return { end, stdout, stderr };
}

async function readText(stream: ConfinedProcess["stdout"]): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
