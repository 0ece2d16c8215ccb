import { serveCommand } from "../../serve/http/index.ts";
import { type Context, FINE } from "../context.ts";
import { watchAgents } from "../../app/library/local-agents.ts";
import { systemClock } from "../../platform/machine/index.ts";
import { isForUserAlone, openServed, showsAgents } from "../library/served.ts";
import { openServedPlatform } from "../serve/platform.ts";
import { textOptions } from "../text-options.ts";

/** Serves until the process is asked to end. */
export async function run(context: Context): Promise<number> {
  const { version, environment, err, options } = context;
  const port = options.number("port");
  await serveCommand({
    version,
    environment,
    err,
    isLocal: isForUserAlone(context),
    ...(port === undefined ? {} : { port }),
    openPlatform: (library) => openServedPlatform(context, library),
    openLibraries: (hosts) => openServed(context, hosts),
    ...(showsAgents(context) ? { agents: watchAgents(context, () => systemClock.now()) } : {}),
    ...textOptions(options, { host: "host", token: "token", tokenFile: "token-file" }),
  });
  return FINE;
}
