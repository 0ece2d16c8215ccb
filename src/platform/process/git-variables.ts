import type { Environment } from "../terminal.ts";

/** How git reaches others, where its programs are, and which settings of the user it reads. */
const KEPT =
  /^GIT_(?:SSH|SSH_COMMAND|SSH_VARIANT|SSL_.*|HTTP_.*|PROXY_.*|ASKPASS|TERMINAL_PROMPT|ALLOW_PROTOCOL|NO_LAZY_FETCH|LFS_.*|EXEC_PATH|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+))$/iu;

/**
 * The environment without what ties git to one repository. Hooks are run with the folder and the index of the
 * repository they belong to in such variables, and they win over the folder in which git is started.
 */
export function withoutRepository(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^GIT_/iu.test(name) || KEPT.test(name)),
  );
}
