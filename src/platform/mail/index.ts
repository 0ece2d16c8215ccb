/** Letters by e-mail, through whichever SMTP server the operator has. */
export interface MailSettings {
  /** `smtp://user@host:587`, which has to offer TLS, or `smtps://user@host:465`. */
  readonly server: string;
  readonly password?: string | undefined;
  /** Who letters are from: `Skills <no-reply@example.org>`. */
  readonly from: string;
}

export interface Letter {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

export type SendLetter = (letter: Letter) => Promise<void>;

const TIMEOUT_MS = 10_000;
const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Connects for each letter: there are few, and the server may have been started anew in between. */
export function createMailer({ server, password, from }: MailSettings): SendLetter {
  const { protocol, hostname, port, username, password: written } = new URL(server);
  const isSecure = protocol === "smtps:";
  const user = decodeURIComponent(username);
  const pass = password ?? decodeURIComponent(written);
  const options = {
    host: hostname.replaceAll(/[[\]]/gu, ""),
    port: port === "" ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    // Letters let people in: only on this very machine do they travel as plain text.
    requireTLS: !isSecure && !LOOPBACK.has(hostname),
    ...(user === "" ? {} : { auth: { user, pass } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return async ({ to, subject, text }) => {
    const { createTransport } = await import("nodemailer");
    const transport = createTransport(options);
    try {
      await transport.sendMail({ from, to: { name: "", address: to }, subject, text });
    } finally {
      transport.close();
    }
  };
}
