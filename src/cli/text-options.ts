import type { Options } from "./context.ts";

/** The options that were given, by the names that a function has for them; the others stay away. */
export function textOptions<Name extends string>(
  options: Pick<Options, "text">,
  names: { readonly [Key in Name]: string },
): { readonly [Key in Name]?: string } {
  const given: { [Key in Name]?: string } = {};
  for (const name in names) {
    const value = options.text(names[name]);
    if (value !== undefined) given[name] = value;
  }
  return given;
}
