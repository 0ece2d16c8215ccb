import type { ScanContext, Statement } from "../context.ts";
import { conceptsIn } from "../reading/read.ts";
import type { ScanRule } from "../rule.ts";
import { neighbours, statementPlace } from "../text/prose.ts";
import { type Hit, placeOf, search } from "../text/search.ts";

/** An element of a page that holds text; whether it is shown is up to its attributes. */
const ELEMENT =
  /<(?:span|div|p|font|small|section|details|b|i|a|em|strong|template|noscript|center|article|aside|label)\b([^<>]{1,320})>([^<]{8,2000})/gi;
/** Ways in which a page keeps a text from its readers. */
const UNSEEN: readonly RegExp[] = [
  /display\s{0,2}:\s{0,2}none|visibility\s{0,2}:\s{0,2}hidden|\shidden(?=\s|=|$)|aria-hidden|class=["'][^"'<>]{0,60}\bhidden\b/i,
  /font-size\s{0,2}:\s{0,2}[01](?:px|pt|em|rem|%)?(?![.\d])|(?:opacity|(?:max-)?(?:height|width))\s{0,2}:\s{0,2}0(?![.\d])/i,
  /color\s{0,2}:\s{0,2}(?:white|transparent|#fff(?:fff)?|rgba?\(255, ?255, ?255\b)/i,
  /(?:left|top|text-indent)\s{0,2}:\s{0,2}-\d{3,5}(?:px|em)|clip\s{0,2}:\s{0,2}rect\(0/i,
];
/** Somebody gives an order: to whom, or in whose voice. */
const SPOKEN_TO =
  /\b(?:ai|claude|assistants?|agents?|models?|llm|gpt|codex|copilot)\b[^.]{0,40}[:,]/;
const VOICE = /^\W{0,6}(?:system|assistant|admin|developer)(?: note| message)?\s?:|\binstead\b/;
const MUST = /\b(?:you (?:must|should|will|are to|need to)|always|first|before|when(?:ever)?)\b/;
/** Commands, which nobody has to hide. */
const COMMAND = /\b(?:curl|wget|base64|eval|sudo)\b|\|\s*(?:ba|z)?sh\b|\brm -rf\b/;
/** What an order that nobody sees is about, where it is bad. */
const HARM = [
  ..."keys hoard prompt hush veil feign unguard erase spend admit fiat persona outrank".split(" "),
  ..."lapsed brain exchange".split(" "),
];
const ACTS = ["transfer", "place", "execute", "comply"];
const GRAVE = ["hush", "persona", "lapsed", "hoard", "outrank"];
/** Notes of authors to themselves can be long, and orders in them are for people. */
const LONG = 300;
const SPELLED = new Set(["tag-characters", "variation-selectors"]);

export const hiddenInstructions: ScanRule = {
  code: "scan/hidden-instructions",
  title: "Everything that an agent reads can be seen by people.",
  severity: "critical",
  category: "injection",
  hint: "Only the agent reads this text. Do not install a skill that hides orders.",
  check(context) {
    for (const statement of context.statements) {
      const isSpelled = statement.view.decoding.some((kind) => SPELLED.has(kind));
      const isComment = statement.kind === "comment";
      const harm = isComment ? harmIn(statement, neighbours(context, statement, 0)) : undefined;
      if (isSpelled || harm !== undefined)
        context.report({
          ...statementPlace(statement),
          severity: isSpelled || harm === "grave" ? "critical" : "high",
          message: isSpelled
            ? "The file contains text in characters that no screen shows."
            : "A comment, which people do not see, gives orders to the agent.",
        });
    }
    for (const hit of search(context, ELEMENT)) reportElement(context, hit);
  },
};

function reportElement(context: ScanContext, hit: Hit): void {
  const [, attributes = "", shown = ""] = hit.match;
  if (hit.around.origin === "fence" || hit.around.origin === "inline") return;
  if (context.fileAt(hit.view.file)?.kind === "code") return;
  if (!UNSEEN.some((pattern) => pattern.test(attributes))) return;
  const harm = harmIn(unseen(hit, shown));
  if (harm === undefined) return;
  context.report({
    ...placeOf(hit),
    evidence: shown,
    decoding: [...hit.view.decoding, "invisible-text"],
    severity: harm === "grave" ? "critical" : "high",
    message: "Text that a page does not show gives orders to the agent.",
  });
}

function unseen({ view, match }: Hit, text: string): Statement {
  return {
    view,
    span: { start: match.index, end: match.index + match[0].length },
    text,
    folded: text.toLowerCase(),
    quoted: [],
    kind: "comment",
    headings: [],
    addressee: "agent",
    stance: "asks",
    block: 0,
  };
}

/** How bad an order is that nobody sees; a note to those who edit the file is none. */
function harmIn(
  statement: Statement,
  near: readonly Statement[] = [statement],
): "grave" | "bad" | undefined {
  const { folded } = statement;
  const concepts = conceptsIn(statement);
  const isVoice = near.some((other) => SPOKEN_TO.test(other.folded) || VOICE.test(other.folded));
  const isOrder = isVoice || MUST.test(folded) || concepts.has("order");
  if (!isOrder) return undefined;
  const isAct = ACTS.some((name) => concepts.has(name));
  const isFar = concepts.has("stranger") || concepts.has("mailbox");
  const isAbout = HARM.some((name) => concepts.has(name));
  const isMeant = isVoice || (isAct && folded.length < LONG);
  if (!COMMAND.test(folded) && !(isFar && isAct) && !(isAbout && isMeant)) return undefined;
  return GRAVE.some((name) => concepts.has(name)) ? "grave" : "bad";
}
