/** Commands write through `writePlainly`, which follows no link; whoever writes otherwise says here why no link leads it away. */
import { expect, it } from "vitest";
import { isTest, readFiles } from "../support/source.ts";

const HOME = "a folder of the user, whose links are the user's own";
const CHECKED = "looks at the way itself";
const OWN_FOLDER = "below a folder that was opened by `createPrivateFolder`, which refuses links";
const CACHE = "a cache or a temporary folder of the program";

const OTHERS: Readonly<Record<string, string>> = {
  "src/app/machine/lint/fix.ts": CHECKED,
  "src/app/machine/local-hosts.ts": CHECKED,
  "src/app/machine/logins.ts": HOME,
  "src/app/machine/mcp-login.ts": HOME,
  "src/app/registry/feeds.ts": HOME,
  "src/app/registry/trusted-keys.ts": HOME,
  "src/app/registry/trusting.ts": HOME,
  "src/cli/mcp/access.ts": HOME,
  "src/hub/library/folder-skill.ts": CHECKED,
  "src/registry/install/links.ts": OWN_FOLDER,
  "src/registry/lock/lock-file.ts": OWN_FOLDER,
  "src/registry/sign/keys.ts": HOME,
  "src/registry/states/state-file.ts": OWN_FOLDER,
  "src/run/eval/cached-embeddings.ts": CACHE,
  "src/run/grants/file.ts": HOME,
  "src/run/tools/load/dependencies.ts": CACHE,
  "src/run/tools/migrate/adapter.ts": CACHE,
  "src/serve/platform/secret-key.ts": "the data folder of a server",
};

const WRITES = /\b(?:writeFileAtomically|copyFile|writeFileSync|appendFileSync)\(/u;

it("[BX-14] whatever commands write goes through the one writer that follows no link", () => {
  const others = readFiles(["src"], /\.ts$/u)
    .filter(({ path }) => !path.startsWith("src/platform/") && !isTest(path))
    .filter(({ text }) => WRITES.test(text))
    .map(({ path }) => path);
  expect(others.toSorted()).toEqual(Object.keys(OTHERS));
});
