import type { Fields, InlineSkill, SkillRef } from "./fields.ts";

/** The input with flags and lists that the caller left out. */
export function completeInput(fields: Fields, given: object): { readonly [name: string]: unknown } {
  const input: Record<string, unknown> = {};
  for (const [name, { kind, many }] of Object.entries(fields)) {
    if (many === true) input[name] = [];
    else if (kind === "flag") input[name] = false;
  }
  return { ...input, ...given };
}

/** The input with the text of every skill that the caller gave by its name. */
export async function resolveSkills(
  fields: Fields,
  input: { readonly [name: string]: unknown },
  read: (name: string) => Promise<InlineSkill>,
): Promise<{ readonly [name: string]: unknown }> {
  const resolve = async (ref: SkillRef): Promise<InlineSkill> =>
    typeof ref === "string" ? await read(ref) : ref;
  const resolved = Object.entries(fields)
    .filter(([name, { kind }]) => kind === "skill" && input[name] !== undefined)
    .map(async ([name, { many }]): Promise<readonly [string, unknown]> => {
      // The schema made from the same fields has checked them.
      if (many === true) return [name, await Promise.all((input[name] as SkillRef[]).map(resolve))];
      return [name, await resolve(input[name] as SkillRef)];
    });
  return { ...input, ...Object.fromEntries(await Promise.all(resolved)) };
}
