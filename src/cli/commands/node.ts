import { nearestWord } from "../../skill/model/index.ts";
import { type CapabilityId, capabilityIds, hostRoles } from "../../library/hosts/index.ts";
import { failure } from "../../platform/index.ts";
import { nodeCommand } from "../../serve/http/index.ts";
import { type Context, FINE } from "../context.ts";
import { textOptions } from "../text-options.ts";

/** Makes this machine a host until the process is asked to end. */
export async function run(context: Context): Promise<number> {
  const { environment, err, options } = context;
  const gateway = options.text("gateway");
  if (gateway === undefined)
    throw failure("cli/usage", "Missing option `--gateway`: name the address of the gateway.", {
      hint: "`skillwright serve` prints where it listens.",
    });
  const role = hostRoles.find((item) => item === options.text("role"));
  const capabilities = readCapabilities(options.text("capabilities"));
  await nodeCommand({
    gateway,
    environment,
    err,
    ...textOptions(options, { name: "name", token: "token", tokenFile: "token-file" }),
    ...(role === undefined ? {} : { role }),
    ...(capabilities === undefined ? {} : { capabilities }),
    ...(options.flag("deny-commands") ? { allowsCommands: false } : {}),
    skipsLoginShell: !options.isOn("login-shell"),
    allowsPlainText: options.flag("plain-text"),
  });
  return FINE;
}

function readCapabilities(list: string | undefined): readonly CapabilityId[] | undefined {
  if (list === undefined) return undefined;
  const words = list.split(",").map((word) => word.trim());
  return words.filter((word) => word !== "").map(readCapability);
}

function readCapability(word: string): CapabilityId {
  const known = capabilityIds.find((id) => id === word);
  if (known !== undefined) return known;
  const near = nearestWord(word, capabilityIds);
  throw failure(
    "cli/usage",
    `\`${word}\` is not a capability; use some of ${capabilityIds.join(", ")}.`,
    near === undefined ? {} : { hint: `Did you mean \`${near}\`?` },
  );
}
