import { leadsOut } from "../artifacts/archive.ts";
import type { ScanRule } from "../rule.ts";

/** Places of keys and secrets, as far as the end of a link can name them. */
const SECRET_PLACE =
  /(?:^|\/)(?:\.ssh|\.aws|\.gnupg|\.kube|\.docker|\.config\/gcloud|\.netrc|\.npmrc|\.pypirc|\.env(?:\.\w+)?|\.git-credentials|id_(?:rsa|ed25519)|shadow|passwd|Keychains|credentials)(?:$|\/)/;

export const artifactLink: ScanRule = {
  code: "scan/artifact-link",
  title: "A link leads to a file of the skill.",
  severity: "medium",
  category: "artifacts",
  hint: "Put the file itself into the skill. Whoever packs or reads the skill would take along what the link leads to.",
  check(context) {
    for (const { path, link } of context.files) {
      if (link === undefined) continue;
      const folder = path.split("/").slice(0, -1).join("/");
      const isWhole = /^(?:[A-Za-z]:|[/\\~])/.test(link);
      if (!isWhole && !leadsOut(folder === "" ? link : `${folder}/${link}`)) continue;
      context.report({
        file: path,
        message: `The link \`${path}\` leads to \`${link}\`, outside of the skill.`,
        severity: SECRET_PLACE.test(link) ? "high" : "medium",
      });
    }
  },
};
