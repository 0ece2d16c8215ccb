import { type Operation, operation } from "../operation.ts";
import { ON_THIS_COMPUTER, plainTextField } from "../registry/fields.ts";

export const login: Operation = operation({
  title: "Log in to a server",
  details:
    "Makes a personal token for this machine and keeps it in ~/.skillwright/logins.json, which only you can read. " +
    "The password is asked for, or taken from `SKILLWRIGHT_PASSWORD`; it is not kept. Where the account asks for a code " +
    "of an app, that is asked for as well. An account without a password here makes a token in the settings of the " +
    "workbench, and keeps it with `--with-token`.",
  examples: [
    "skillwright login",
    "skillwright login https://skills.example.org --email me@example.org",
    "skillwright login https://skills.example.org --with-token",
  ],
  input: {
    url: {
      kind: "text",
      positional: true,
      doc: "Address of the server (default: http://127.0.0.1:4817).",
    },
    email: {
      kind: "text",
      placeholder: "ADDRESS",
      doc: "Address of the account (default: admin@skillwright.local).",
    },
    code: {
      kind: "text",
      placeholder: "CODE",
      doc: "Code that the app shows, where the account asks for one and there is no terminal.",
    },
    withToken: {
      kind: "flag",
      doc: "Keep a personal token, which is asked for or taken from `SKILLWRIGHT_TOKEN`, in place of making one.",
    },
    days: { kind: "number", doc: "Days for which the token is good (default: 90)." },
    scope: {
      kind: "text",
      many: true,
      placeholder: "SCOPE",
      doc: "What the token may do besides: `account`, `users`, `registry:keys` or `registry:moderate`.",
    },
    forget: { kind: "flag", doc: "Log out: delete the token stored for this server." },
    ...plainTextField,
  },
  effects: "writes",
  needs: ["computer"],
  expose: ON_THIS_COMPUTER,
  run: async ({ computer }, input) => {
    const { logIn } = await import("./logging-in.ts");
    return await logIn(computer, input);
  },
  text: async () => ({
    render: () => "",
    notes: (answer) => {
      if ("forgotten" in answer) return `Forgot the token for ${answer.server}.\n`;
      const { server, email, file, fingerprint, untrusted } = answer;
      return [
        `Logged in to ${server} as ${email}; the token is kept in ${file}.\n`,
        ...(fingerprint === undefined
          ? []
          : [`Trusts what its registry states of skills; fingerprint ${fingerprint}\n`]),
        ...(untrusted === undefined ? [] : [`Its registry is not trusted: ${untrusted}\n`]),
      ].join("");
    },
  }),
});
