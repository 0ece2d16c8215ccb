/** How each program installs a skill from this registry; see docs/reference/registry-protocols.md. */

export interface InstallRequest {
  /** Where the server is, without a slash at its end. */
  readonly site: string;
  readonly name: string;
  readonly fullName: string;
  readonly hasPlainName: boolean;
  readonly version: string;
  readonly isPublic: boolean;
  readonly isExperimental: boolean;
}

export interface InstallWay {
  readonly client: string;
  readonly command: string;
  readonly note?: string;
}

export function installWays(request: InstallRequest): readonly InstallWay[] {
  const { site, name, fullName, hasPlainName, version, isPublic, isExperimental } = request;
  const called = hasPlainName ? name : fullName;
  const packaged = hasPlainName ? `@skills/${name}` : fullName;
  const agree = isExperimental ? " --allow-experimental" : "";
  return [
    {
      client: "skillwright",
      command: `skillwright install ${called}@${version} --registry ${site}${agree}`,
    },
    { client: "clawhub", command: `CLAWHUB_SITE=${site} clawhub install ${called}` },
    { client: "skills", command: `npx skills add ${site}/s/${called}` },
    { client: "npm", command: `npm install ${packaged}@${version} --registry ${site}/npm/` },
    {
      client: "git",
      command: `git clone --branch v${version} ${site}/git/${called}.git`,
    },
    ...(hasPlainName && isPublic
      ? [
          {
            client: "MCP",
            command: `${site}/registry/mcp`,
            note: "The address for a client of MCP; every public skill is offered there.",
          },
          {
            client: "GAIA",
            command: `GAIA_HUB_URL=${site}/gaia gaia skill install ${name}${agree}`,
          },
        ]
      : []),
    { client: "archive", command: `curl -O ${site}/d/${called}@${version}.zip` },
  ];
}
