import { type Operation, operation } from "../operation.ts";
import { connectionFields, ON_THIS_COMPUTER, registryField, trustField } from "./fields.ts";

export const feed: Operation = operation({
  title: "Keep feeds of what is known to be bad",
  details:
    "`feed update SOURCE` fetches a feed that is published as a skill with a `feed.json`, and `feed update` fetches all " +
    "kept ones again. One that no trusted key has signed, or that is older than the kept one, is refused, and nothing " +
    "changes. Every scan uses the kept feeds: `scan`, `lint --scan`, publishing, installing and loading.",
  examples: ["skillwright feed update @acme/threats", "skillwright feed list"],
  input: {
    verb: {
      kind: "choice",
      choices: ["update", "list", "remove"],
      positional: true,
      placeholder: "VERB",
      doc: "What to do (default: `list`).",
    },
    source: {
      kind: "text",
      positional: true,
      doc: "What to fetch, as `install` takes it; for `remove`, the name of the feed.",
    },
    ...registryField,
    ...trustField,
    ...connectionFields,
  },
  effects: "writes",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  run: async ({ computer }, input) => {
    const { manageFeeds } = await import("./feeds.ts");
    return await manageFeeds(computer, input);
  },
  text: async () => (await import("./feeds.text.ts")).feedText,
});
