/**
 * The one list of variables that may not be set for a program from outside, because they decide which code runs, whom it
 * trusts or where it writes: for runs, for tools in the sandbox and for code nodes. The names follow the policy of
 * OpenClaw for the environment of commands (`src/infra/host-env-security-policy.json` in its repository, read in
 * November 2026), and what the C library and interpreters read beside it.
 */
export interface NameGroup {
  /** Completes "… can …". */
  readonly can: string;
  readonly names: readonly string[];
  readonly prefixes: readonly string[];
  /** Of what cannot be told by its beginning. */
  readonly pattern?: RegExp;
  /** Harmless ones among those that begin alike. */
  readonly except?: RegExp;
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

export const refusedGroups: readonly NameGroup[] = [
  {
    can: "load code into every program",
    prefixes: ["LD_", "DYLD_", "MALLOC_"],
    names: words(`
      GCONV_PATH GETCONF_DIR GLIBC_TUNABLES HOSTALIASES LOCALDOMAIN LOCPATH NIS_PATH NLSPATH OPENSSL_CONF OPENSSL_ENGINES
      OPENSSL_MODULES RESOLV_HOST_CONF RES_OPTIONS TZDIR
    `),
  },
  {
    can: "change what a shell does",
    prefixes: ["BASH_FUNC_"],
    names: words(`
      BASH_ENV BASH_LOADABLES_PATH BASHOPTS ENV FPATH HISTFILE HOME IFS KSH_ENV PATH PATHEXT PROMPT_COMMAND PS4 SHELL SHELLOPTS
      SUDO_ASKPASS SUDO_EDITOR ZDOTDIR
    `),
  },
  {
    can: "load code into an interpreter",
    prefixes: ["PERL5"],
    pattern: /^(?:PYTHON|RUBY)[A-Z0-9]/,
    except: /^PYTHON(?:UNBUFFERED|IOENCODING|UTF8|DONTWRITEBYTECODE|HASHSEED)$/,
    names: words(`
      NODE_OPTIONS NODE_PATH NODE_REDIRECT_WARNINGS NODE_REPL_EXTERNAL_MODULE NODE_REPL_HISTORY NODE_V8_COVERAGE
      BUN_OPTIONS DENO_DIR VIRTUAL_ENV PERLLIB PERL_UNICODE GEM_HOME GEM_PATH BUNDLE_GEMFILE LUA_CPATH LUA_INIT LUA_INIT_5_1
      LUA_INIT_5_2 LUA_INIT_5_3 LUA_INIT_5_4 LUA_PATH PHPRC PHP_INI_SCAN_DIR COMPOSER_HOME TCLLIBPATH ERL_AFLAGS
      ERL_FLAGS ERL_ZFLAGS ELIXIR_ERL_OPTIONS R_ENVIRON R_ENVIRON_USER R_PROFILE R_PROFILE_USER EMACSLOADPATH EXINIT
      GVIMINIT MYVIMRC VIMINIT
    `),
  },
  {
    can: "load code into a virtual machine",
    prefixes: [],
    names: words(`
      ANT_OPTS CATALINA_OPTS CLASSPATH CORECLR_PROFILER CORECLR_PROFILER_PATH DOTNET_ADDITIONAL_DEPS
      DOTNET_STARTUP_HOOKS GRADLE_OPTS GRADLE_USER_HOME JAVA_OPTS JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS MAVEN_OPTS
      SBT_OPTS _JAVA_OPTIONS
    `),
  },
  {
    can: "put another program in the place of one that is called",
    prefixes: ["GIT_"],
    except:
      /^GIT_(?:(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)|TERMINAL_PROMPT|TOKEN|PASSWORD|USERNAME)$/,
    names: words(`
      BROWSER BZR_EDITOR BZR_PLUGIN_PATH BZR_SSH EDITOR FCEDIT HGEDITOR HGMERGE HGRCPATH JULIA_EDITOR LESSCLOSE LESSOPEN MANPAGER PAGER SSH_ASKPASS SVN_EDITOR SVN_SSH VISUAL
    `),
  },
  {
    can: "change what a compiler or a build does",
    prefixes: ["RUSTC"],
    pattern: /^CARGO_TARGET_.*_(?:RUNNER|LINKER|RUSTFLAGS)$/,
    names: words(`
      CARGO_BUILD_RUSTC CARGO_BUILD_RUSTC_WRAPPER CARGO_HOME CC CFLAGS CGO_CFLAGS CGO_LDFLAGS CMAKE_CXX_COMPILER
      CMAKE_C_COMPILER CMAKE_TOOLCHAIN_FILE CONFIG_SHELL CONFIG_SITE CPATH CPLUS_INCLUDE_PATH CXX C_INCLUDE_PATH
      GOENV GOFLAGS GOPATH LIBRARY_PATH MAKE MAKEFLAGS MFLAGS OBJC_INCLUDE_PATH RUSTDOC RUSTFLAGS
    `),
  },
  {
    can: "change where packages and plugins come from",
    prefixes: ["CARGO_REGISTRIES_", "NPM_CONFIG_", "PIP_", "TF_VAR_", "UV_"],
    names: words(`
      BUN_CONFIG_REGISTRY GONOPROXY GONOSUMCHECK GONOSUMDB GOPRIVATE GOPROXY HELM_HOME HELM_PLUGINS
      PACKER_PLUGIN_PATH TF_CLI_CONFIG_FILE VAGRANT_VAGRANTFILE YARN_RC_FILENAME
    `),
  },
  {
    can: "change whom a connection goes to and whom it trusts",
    prefixes: [],
    pattern: /_CA_/,
    names: words(`
      ALL_PROXY CURL_CA_BUNDLE CURL_HOME DOCKER_CERT_PATH DOCKER_CONTEXT DOCKER_HOST DOCKER_TLS_VERIFY
      HTTPS_PROXY HTTP_PROXY NODE_EXTRA_CA_CERTS
      NODE_TLS_REJECT_UNAUTHORIZED NO_PROXY REQUESTS_CA_BUNDLE SSLKEYLOGFILE SSL_CERT_DIR SSL_CERT_FILE WGETRC
    `),
  },
  { can: "change where programs keep their settings", prefixes: ["XDG_"], names: [] },
];

/** Credentials with which other programs act for the user, of the same policy. */
export const credentialGroup: NameGroup = {
  can: "act for the user in other programs",
  prefixes: ["AWS_", "AZURE_"],
  names: words(`
    AMQP_URL DATABASE_URL GH_TOKEN GITHUB_TOKEN GITLAB_TOKEN GOOGLE_APPLICATION_CREDENTIALS KUBECONFIG MONGODB_URI
    NODE_AUTH_TOKEN NPM_TOKEN REDIS_URL SSH_AUTH_SOCK
  `),
};

/** Names by which secrets are usually called. */
const SENSITIVE = /_?(?:API_KEY|TOKEN|PASSWORD|PRIVATE_KEY|SECRET|SECRET_KEY)$|_ADMIN_KEY$/i;

export function isSensitiveName(name: string): boolean {
  return SENSITIVE.test(name);
}

/** Whether a name is of the group; letters of either case are the same to some systems. */
export function isOfGroup(name: string, group: NameGroup): boolean {
  const upper = name.toUpperCase();
  if (group.names.includes(upper)) return true;
  if (group.except?.test(upper) === true) return false;
  return (
    group.prefixes.some((prefix) => upper.startsWith(prefix)) || group.pattern?.test(upper) === true
  );
}

/** Older shells take such a value for a function, and run what follows it. */
const FUNCTION_VALUE = /^\s*\(\)\s*\{/;

/** Why a variable may not be set for a program; completes "… is refused: it …". */
export function variableProblem(name: string, value: string): string | undefined {
  if (name === "" || name.includes("=")) return "has no name that a system takes";
  if (name.includes("\0") || value.includes("\0")) return "contains a NUL character";
  const group = refusedGroups.find((item) => isOfGroup(name, item));
  if (group !== undefined) return `can ${group.can}`;
  return FUNCTION_VALUE.test(value) ? "holds a function, which a shell would run" : undefined;
}
