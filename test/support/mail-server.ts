/** A real SMTP server on loopback that keeps the letters it takes. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

export interface MailServer {
  readonly address: string;
  readonly letters: { readonly to: string; readonly text: string }[];
  /** Who logged in, and with what. */
  readonly logins: string[];
  /** Takes no letters from now on. */
  readonly refuse: () => void;
}

export async function openMailServer(): Promise<MailServer> {
  const letters: MailServer["letters"] = [];
  const logins: string[] = [];
  let refuses = false;
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    authOptional: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      logins.push(`${username}:${password}`);
      done(null, { user: username });
    },
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        if (refuses) return done(new Error("No room."));
        // Long lines are broken as `quoted-printable` has it.
        const text = Buffer.concat(parts)
          .toString("utf8")
          .replaceAll("=\r\n", "")
          .replaceAll("=3D", "=");
        for (const { address } of envelope.rcptTo) letters.push({ to: address, text });
        done();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return {
    address: `127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    letters,
    logins,
    refuse: () => {
      refuses = true;
    },
  };
}
