/** What settings say of accounts: where letters go, and which services sign users on. */
import { z } from "zod";
import type { SignOnSettings } from "../../hub/accounts/index.ts";
import type { MailSettings } from "../../platform/mail/index.ts";
import { serveError } from "../errors.ts";

export interface AccountSettings {
  /** The server that takes letters; absent: none are sent, and addresses are not confirmed. */
  readonly mail?: MailSettings | undefined;
  /** Services that sign users on. */
  readonly signOn: readonly SignOnSettings[];
}

interface MailOptions {
  readonly server: string;
  readonly passwordEnv?: string | undefined;
  readonly from: string;
}

/** As the file says it: what is secret is in the environment. */
interface ServiceSettings extends Omit<SignOnSettings, "id" | "title" | "clientSecret"> {
  readonly title?: string | undefined;
  readonly clientSecretEnv?: string | undefined;
}

interface AccountInput {
  readonly mail: MailOptions | undefined;
  readonly signOn: { readonly [id: string]: ServiceSettings };
  readonly publicUrl: string | undefined;
}

const text: z.ZodString = z.string().min(1);
const groups: z.ZodType<readonly string[]> = z.array(text).max(1000).default([]);

const mail: z.ZodType<MailOptions> = z.strictObject({
  server: z.url({ protocol: /^smtps?$/u }),
  passwordEnv: text.optional(),
  from: text,
});

const service: z.ZodType<ServiceSettings> = z.strictObject({
  issuer: z.url({ protocol: /^https?$/u }),
  clientId: text,
  clientSecretEnv: text.optional(),
  title: text.optional(),
  scopes: z.array(text).default(["openid", "email"]),
  groupsClaim: text.default("groups"),
  users: groups,
  admins: groups,
  teams: z
    .record(z.string().min(1).max(100), z.strictObject({ owners: groups, members: groups }))
    .default({}),
  linksByEmail: z.boolean().default(false),
});

export const accountSchemas: {
  readonly mail: z.ZodType<AccountInput["mail"]>;
  readonly signOn: z.ZodType<AccountInput["signOn"]>;
} = {
  mail: mail.optional(),
  signOn: z.record(z.string().regex(/^[a-z\d-]{1,32}$/u), service).default({}),
};

/** Links in letters, and the way back from another service, lead to the public address, whatever a request calls the server. */
export function accountSettings(
  { mail: letters, signOn, publicUrl }: AccountInput,
  environment: { readonly [name: string]: string | undefined },
): AccountSettings {
  const needsAddress = letters === undefined ? Object.keys(signOn).length > 0 : true;
  if (needsAddress && publicUrl === undefined)
    throw serveError("platform/bad-settings", {
      problem: "no-public-url",
      setting: letters === undefined ? "signOn" : "mail",
    });
  const secret = (name: string | undefined): string | undefined =>
    name === undefined ? undefined : environment[name];
  return {
    ...(letters === undefined
      ? {}
      : {
          mail: {
            server: letters.server,
            from: letters.from,
            password: secret(letters.passwordEnv),
          },
        }),
    signOn: Object.entries(signOn).map(([id, { clientSecretEnv, title = id, ...more }]) => ({
      id,
      title,
      ...more,
      clientSecret: secret(clientSecretEnv),
    })),
  };
}
