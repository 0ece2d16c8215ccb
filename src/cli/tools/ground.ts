import { canAsk, cacheFolder, joinPath, oneLine } from "../../platform/index.ts";
import { askForYes } from "../../platform/process/index.ts";
import { createBubblewrapRunner } from "../../platform/sandbox/index.ts";
import { createRunner, ownPlacesOf } from "../../run/sandbox/index.ts";
import type { LoadOptions, SkillPlaces } from "../../run/tools/index.ts";
import type { Context } from "../context.ts";
import { findHome } from "../../platform/process/index.ts";
import type { Agreement } from "../../app/tools/local-tools.ts";
import { agreementOf } from "../permissions/skill-consent.ts";
import { authorizeBy } from "./authorize.ts";

/** Where skills are looked for, by the options of a command. */
export function placesOf(context: Context): SkillPlaces {
  return {
    folder: context.folder,
    home: findHome(context.environment),
    environment: context.environment,
    roots: context.options.texts("root"),
  };
}

/** All that loading needs, with a person to ask where there is one. */
export function loadOptionsOf(
  context: Context,
  agreement: Agreement = agreementOf(context),
  mayInstall: boolean = context.options.flag("install"),
): LoadOptions {
  const places = placesOf(context);
  return {
    ...places,
    runner: createRunner(
      createBubblewrapRunner({
        path: context.environment["PATH"] ?? "",
        now: context.now,
        random: Math.random,
      }),
      ownPlacesOf(places.home, context.folder, context.environment),
    ),
    authorize: (skill) => authorizeBy(skill, agreement, context),
    mayInstall: async ({ packages }, command) => {
      if (mayInstall) return true;
      if (!canAsk()) return false;
      context.err(`Packages to install: ${oneLine(packages.join(", "))}.\n`);
      return await askForYes(`Run \`${command}\`, with scripts off?`);
    },
    packagesRoot: joinPath(cacheFolder(context.environment), "tools"),
    onOutput: context.err,
    now: () => performance.now(),
  };
}
