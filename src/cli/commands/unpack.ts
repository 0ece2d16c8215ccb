import { resolvePath, oneLine } from "../../platform/index.ts";
import { contentDigest, unpackSkill } from "../../registry/package/index.ts";
import { type Context, FINE, printJson } from "../context.ts";
import { shortPath } from "../library/show-path.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { pathOf } from "../registry/places.ts";
import { count } from "../render.ts";

/** Unpacks the skill of an archive, checked. */
export function run(context: Context): Promise<number> {
  return refusingKnown(context, async () => {
    const integrity = context.options.text("integrity");
    const unpacked = await unpackSkill(pathOf(context), {
      folder: resolvePath(context.folder, context.options.text("to") ?? "."),
      ...(integrity === undefined ? {} : { integrity }),
    });
    const { name, version, path, files } = unpacked;
    if (context.options.flag("json"))
      printJson(context, {
        name,
        version,
        path,
        integrity: unpacked.integrity,
        contentDigest: contentDigest(files),
        files: files.map((file) => file.path),
      });
    else
      context.out(
        `Unpacked \`${oneLine(name)}\` (${count(files.length, "file")}) in ${shortPath(path, context)}\n`,
      );
    return FINE;
  });
}
