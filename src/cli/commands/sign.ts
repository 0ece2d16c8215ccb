import { resolvePath, oneLine } from "../../platform/index.ts";
import {
  keyFiles,
  loadKey,
  pgpStatement,
  readRelease,
  signSkill,
  signWithSigstore,
  type SigstoreOptions,
} from "../../registry/sign/index.ts";
import { type Context, FINE, printJson } from "../context.ts";
import { shortPath } from "../library/show-path.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { keysFolder, pathOf } from "../registry/places.ts";
import { count } from "../render.ts";

/** Signs the skill of a folder with a key of the user. */
export function run(context: Context): Promise<number> {
  return refusingKnown(context, async () => {
    if (context.options.flag("statement")) return await printStatement(context);
    const publisher = context.options.text("publisher") ?? "";
    const signed = context.options.flag("sigstore")
      ? await signWithSigstore(pathOf(context), sigstoreOptions(context))
      : await signSkill(pathOf(context), loadKey(keyFile(context)), publisher);
    if (context.options.flag("json")) printJson(context, signed);
    else
      context.out(
        `${oneLine(
          `Signed \`${signed.name}\` ${signed.version} (${count(signed.files.length, "file")}) with ${signed.keyId} in ${shortPath(signed.file, context)}`,
        )}\n`,
      );
    return FINE;
  });
}

/** What GPG signs: `skillwright sign --statement | gpg --armor --detach-sign > SIGNATURE.asc`. */
async function printStatement(context: Context): Promise<number> {
  context.write(new TextDecoder().decode(pgpStatement(await readRelease(pathOf(context)))));
  return FINE;
}

function sigstoreOptions({ environment, options }: Context): SigstoreOptions {
  const identityToken = environment["SIGSTORE_ID_TOKEN"];
  const [fulcioUrl, rekorUrl] = [options.text("fulcio"), options.text("rekor")];
  return {
    ...(identityToken === undefined || identityToken === "" ? {} : { identityToken }),
    ...(fulcioUrl === undefined ? {} : { fulcioUrl }),
    ...(rekorUrl === undefined ? {} : { rekorUrl }),
  };
}

/** A name of a key, or the path of its file. */
function keyFile(context: Context): string {
  const given = context.options.text("key") ?? "publisher";
  return /[/\\]|\.key$/.test(given)
    ? resolvePath(context.folder, given)
    : keyFiles(keysFolder(context), given).privateFile;
}
