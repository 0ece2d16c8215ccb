/** Results as JUnit XML, which CI systems show as tests. */
export interface JunitCase {
  readonly group: string;
  readonly name: string;
  readonly seconds: number;
  readonly failure?: string;
}

export function junit(title: string, cases: readonly JunitCase[]): string {
  const groups = Map.groupBy(cases, ({ group }) => group);
  const failed = cases.filter(({ failure }) => failure !== undefined).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escape(title)}" tests="${cases.length}" failures="${failed}">`,
    ...[...groups].flatMap(([group, own]) => [
      `  <testsuite name="${escape(group)}" tests="${own.length}" failures="${own.filter(({ failure }) => failure !== undefined).length}">`,
      ...own.map((item) => `    ${renderCase(item)}`),
      "  </testsuite>",
    ]),
    "</testsuites>",
    "",
  ].join("\n");
}

function renderCase({ group, name, seconds, failure }: JunitCase): string {
  const head = `<testcase classname="${escape(group)}" name="${escape(name)}" time="${seconds.toFixed(3)}"`;
  if (failure === undefined) return `${head}/>`;
  return `${head}><failure message="${escape(failure)}"/></testcase>`;
}

/** Text of strangers: XML has no place for control characters. */
export function escape(text: string): string {
  return text
    .replaceAll(/[\u{0}-\u{8}\u{b}\u{c}\u{e}-\u{1f}\u{fffe}\u{ffff}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
