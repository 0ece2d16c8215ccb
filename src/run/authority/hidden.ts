import type { FileRule } from "./policy-value.ts";
import { splitPattern } from "./scopes.ts";

/** Where programs keep keys, passwords and sessions. A permission opens one of these only by its own name. */
const SECRET_PLACES: readonly string[] = [
  "~/.aws",
  "~/.azure",
  "~/.bash_history",
  "~/.config/chromium",
  "~/.config/gcloud",
  "~/.config/gh",
  "~/.config/google-chrome",
  "~/.docker",
  "~/.git-credentials",
  "~/.gnupg",
  "~/.kube",
  "~/.local/share/keyrings",
  "~/.mozilla",
  "~/.netrc",
  "~/.npmrc",
  "~/.password-store",
  "~/.pypirc",
  "~/.python_history",
  "~/.ssh",
  "~/.zsh_history",
  "/etc/gshadow",
  "/etc/shadow",
  "/etc/ssh",
  "/etc/ssl/private",
  "/etc/sudoers",
  "/etc/sudoers.d",
  "/var/lib/docker",
];

/** Where this program keeps what users have agreed to: a skill that could write there could agree for them. */
const OWN_PLACE = "~/.skillwright";

/** What stays out of sight whatever is granted around it. */
export function hiddenPlaces(files: readonly FileRule[]): readonly string[] {
  const named = files.map(({ pattern }) => splitPattern(pattern).base);
  const isNamed = (place: string): boolean =>
    named.some((base) => base === place || base.startsWith(`${place}/`));
  return [...SECRET_PLACES.filter((place) => !isNamed(place)), OWN_PLACE];
}
