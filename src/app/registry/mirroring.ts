import { failure, oneLine, resolvePath } from "../../platform/index.ts";
import { type MirrorReport, mirrorRegistry } from "../../registry/mirror/index.ts";
import { keyFiles, loadKey } from "../../registry/sign/index.ts";
import type { Context } from "../context.ts";
import type { LocalComputer } from "../machine/local-computer.ts";
import type { TextView } from "../text.ts";
import { toSourceContext } from "./sources.ts";
import { storeNewRoot, keysFolder, trustedKeys } from "./trusted-keys.ts";

interface MirrorInput {
  readonly url: string;
  readonly to: string;
  readonly witness?: string;
  readonly key?: string;
  readonly trust?: string;
  readonly plainText: boolean;
}

export async function copyRegistry(
  { computer, person }: Context & { readonly computer: LocalComputer },
  input: MirrorInput,
): Promise<MirrorReport> {
  const { url, witness: name, plainText } = input;
  if (name !== undefined && !/^[^\s+]+$/u.test(name))
    throw failure("cli/usage", "The name of a witness has no blanks and no `+`.");
  // What was answered before is no proof of what the log says now.
  const { cache: _cache, ...context } = toSourceContext(computer, { registry: url, plainText });
  const bar = person?.startProgress("Fetching");
  try {
    return await mirrorRegistry(url, resolvePath(computer.folder, input.to), {
      ...context,
      trust: trustedKeys(computer, input.trust),
      onNewRoot: (root) => storeNewRoot(computer, input.trust, root),
      now: computer.now,
      ...(name === undefined ? {} : { witness: { name, pair: loadKey(keyOf(computer, input)) } }),
      ...(bar === undefined ? {} : { onProgress: bar.onProgress }),
    });
  } finally {
    bar?.end();
  }
}

function keyOf(computer: LocalComputer, { key }: MirrorInput): string {
  if (key !== undefined) return resolvePath(computer.folder, key);
  return keyFiles(keysFolder(computer), "publisher").privateFile;
}

export const mirrorText: TextView<MirrorReport> = {
  render: (report) => {
    const { address, folder, fingerprint, entries, added, archives, fetched } = report;
    const { removed, withheld, hidden } = report;
    const lines = [
      `${folder} is a whole copy of ${address}: ${entries} entries (${added} new), ${archives} archives (${fetched} fetched)`,
      ...removed.map((path) => `Taken down by the registry, and removed: ${path}`),
      ...withheld.map((path) => `Not given by the registry, and not in the copy: ${path}`),
      ...(hidden === 0 ? [] : [`${hidden} entries are on skills that are not public`]),
      `Signed by ${fingerprint}`,
    ];
    return lines.map((line) => `${oneLine(line)}\n`).join("");
  },
};
