import { getKey } from "../../model/index.ts";
import type { Description, Reading } from "../dialect.ts";
import { firstParagraph } from "../shared/paragraph.ts";

/** The folder is the command; the name is its label, and both fields have fallbacks. */
export function describe(reading: Reading): Description {
  const name = getKey(reading.view, "name");
  const description = getKey(reading.view, "description");
  const label = typeof name === "string" && name.trim() !== "" ? name.trim() : reading.directory;
  const words =
    typeof description === "string" && description.trim() !== ""
      ? description.trim()
      : firstParagraph(reading.body);
  return {
    ...(label === undefined ? {} : { name: label }),
    ...(words === "" ? {} : { description: words }),
  };
}
