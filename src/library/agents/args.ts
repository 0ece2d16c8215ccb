/** What stands behind an option, each time that it is given: `--add-dir one --add-dir=two`. */
export function valuesOf(args: readonly string[] | undefined, option: string): readonly string[] {
  return (args ?? []).flatMap((arg, index) => {
    if (arg.startsWith(`${option}=`)) return [arg.slice(option.length + 1)];
    const value = args?.[index + 1];
    return arg === option && value !== undefined ? [value] : [];
  });
}
