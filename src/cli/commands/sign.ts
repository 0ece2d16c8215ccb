import { resolvePath, withoutControls } from "../../platform/index.ts";
import { keyFiles, loadKey, signSkill } from "../../registry/sign/index.ts";
import { type Context, FINE } from "../context.ts";
import { shortPath } from "../library/show-path.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { keysFolder, pathOf, printJson } from "../registry/places.ts";
import { count } from "../render.ts";

/** Signs the skill of a folder with a key of the user. */
export function run(context: Context): Promise<number> {
  return refusingKnown(context, async () => {
    const key = loadKey(keyFile(context));
    const publisher = context.options.text("publisher") ?? "";
    const signed = await signSkill(pathOf(context), key, publisher);
    if (context.options.flag("json")) printJson(context, signed);
    else
      context.out(
        `${withoutControls(
          `Signed \`${signed.name}\` ${signed.version} (${count(signed.files.length, "file")}) with ${signed.keyId} in ${shortPath(signed.file, context)}`,
        )}\n`,
      );
    return FINE;
  });
}

/** A name of a key, or the path of its file. */
function keyFile(context: Context): string {
  const given = context.options.text("key") ?? "publisher";
  return /[/\\]|\.key$/.test(given)
    ? resolvePath(context.folder, given)
    : keyFiles(keysFolder(context), given).privateFile;
}
