import type { Diagnostic } from "../../skill/index.ts";
import { sessionCodes, sessionProblem } from "./diagnostics.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * What skills need inside the sandbox of their agent and do not find there. Gates look at the machine
 * outside, so that a skill can be eligible and still fail.
 */
export function sandboxGaps(
  snapshot: Snapshot,
  sandbox: { readonly bins: { readonly [name: string]: boolean } },
): readonly Diagnostic[] {
  const has = (bin: string): boolean =>
    Object.hasOwn(sandbox.bins, bin) && sandbox.bins[bin] === true;
  return snapshot.skills.flatMap(({ name, bins, location }) => {
    const lacking = bins.all.filter((bin) => !has(bin));
    const lacksAny = bins.any.length > 0 && !bins.any.some(has);
    const words = [...lacking, ...(lacksAny ? bins.any : [])].map((bin) => `\`${bin}\``);
    if (words.length === 0) return [];
    return [
      sessionProblem(
        sessionCodes.sandboxLacks,
        `The sandbox lacks ${words.join(", ")}, which \`${name}\` needs.`,
        {
          file: location,
          hint: "Install the programs in the sandbox's image, or during its setup.",
        },
      ),
    ];
  });
}
