import { ApiError, type Client, createClient } from "../../../src/client/index.ts";
import { answerByPasskey } from "./passkeys.ts";

export type SessionOptions = Awaited<ReturnType<Client["readSessionOptions"]>>;

export interface SessionUser {
  readonly id: string;
  readonly email: string;
  readonly role: "admin" | "user";
}

export type SessionState =
  /** The cookie has not been asked yet. */
  | { readonly kind: "unknown" }
  | { readonly kind: "out" }
  | { readonly kind: "in"; readonly user: SessionUser }
  /** The server knows the session no more, and the page may hold work of this user. */
  | { readonly kind: "ended"; readonly user: SessionUser };

interface Opened {
  readonly token: string;
  readonly expires_in: number;
  readonly key: string;
  readonly user: SessionUser;
  readonly is_first: boolean;
}

/** Tells the server that the page itself asks; no form of another site can. */
const OWN_PAGE = { "x-skillwright-page": "1" };
const CHANNEL = "skillwright-session";
/** Where the part of a session is kept that other ports of this host do not get, as they get its cookie. */
const KEY = "skillwright-session-key";
/** An access token is renewed this long before it ends. */
const EARLY_MS = 60_000;

/**
 * Who is logged in. The access token lives in this object and nowhere else; a cookie that no script can read, and a
 * key that is worth nothing without it, give a new one after the page was loaded again.
 */
export class PageSession {
  readonly #client: Client;
  readonly #channel = new BroadcastChannel(CHANNEL);
  readonly #listeners = new Set<() => void>();
  #state: SessionState = { kind: "unknown" };
  #token: string | undefined;
  #renewAt = 0;
  #renewing: Promise<void> | undefined;

  constructor(url: string) {
    this.#client = createClient({ url });
    // Another tab has logged in or out: the cookie is somebody else's now.
    this.#channel.addEventListener("message", ({ data }) => {
      if (data === "out") this.leave();
      else void this.renew();
    });
  }

  readonly state = (): SessionState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A token that is good for a while yet; undefined where nobody is logged in. */
  readonly token = async (): Promise<string | undefined> => {
    if (this.#token !== undefined && Date.now() >= this.#renewAt) await this.renew();
    return this.#token;
  };

  /** Asks the cookie who is logged in. */
  renew(): Promise<void> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renew(): Promise<void> {
    try {
      this.#enter(await this.#client.renewSession({ headers: withKey() }));
    } catch (error) {
      // A server that cannot be reached has not ended the session.
      const isRefused = error instanceof ApiError && error.status < 500;
      // Nor has whoever left the page while it asked: the key is good for the next one.
      if (this.#state.kind === "unknown") this.#become({ kind: "out" });
      else if (isRefused) this.end();
    }
  }

  /** The code is that of the second step, where the server has asked for it. */
  async login(email: string, password: string, code?: string): Promise<void> {
    const body = { email, password, code };
    this.#enter(await this.#client.openSession({ body, headers: OWN_PAGE }));
    this.#channel.postMessage("in");
  }

  /** By the word of a link that works once. */
  async enterByLink(token: string): Promise<void> {
    this.#enter(await this.#client.openSessionByLink({ body: { token }, headers: OWN_PAGE }));
    this.#channel.postMessage("changed");
  }

  async loginByPasskey(): Promise<void> {
    const { question } = await this.#client.askForPasskey({ headers: OWN_PAGE });
    const answer = await answerByPasskey(question);
    this.#enter(await this.#client.openSessionByPasskey({ body: { answer }, headers: OWN_PAGE }));
    this.#channel.postMessage("in");
  }

  /** False where a link was sent that has to be opened first. */
  async register(email: string, password: string): Promise<boolean> {
    const body = { email, password };
    const opened = await this.#client.registerSession({ body, headers: OWN_PAGE });
    if ("awaits_confirmation" in opened) return false;
    this.#enter(opened);
    this.#channel.postMessage("in");
    return true;
  }

  async logout(): Promise<void> {
    await this.#client.closeSession({ headers: withKey() });
    this.leave();
    this.#channel.postMessage("out");
  }

  /** What may be offered to somebody who has not logged in. */
  async options(): Promise<SessionOptions> {
    return await this.#client.readSessionOptions();
  }

  async confirmAddress(token: string, password: string): Promise<void> {
    await this.#client.confirmAddress({ body: { token, password } });
  }

  async forgetPassword(email: string): Promise<void> {
    await this.#client.forgetPassword({ body: { email } });
  }

  async resetPassword(token: string, password: string): Promise<void> {
    await this.#client.resetPassword({ body: { token, password } });
  }

  /** The server no longer knows the session; whoever it was may log in again and go on. */
  end(): void {
    if (this.#state.kind !== "in") return;
    this.#token = undefined;
    this.#become({ kind: "ended", user: this.#state.user });
  }

  /** Nothing of the user stays in the page. */
  leave(): void {
    this.#token = undefined;
    localStorage.removeItem(KEY);
    this.#become({ kind: "out" });
  }

  #enter({ token, expires_in: seconds, key, user }: Opened): void {
    this.#token = token;
    localStorage.setItem(KEY, key);
    this.#renewAt = Date.now() + seconds * 1000 - EARLY_MS;
    const last = this.#state;
    const isSame = "user" in last && last.user.id === user.id;
    // The same object for the same user, so that a renewal draws nothing anew.
    if (isSame && last.kind === "in") return;
    this.#become({ kind: "in", user: isSame ? last.user : user });
  }

  #become(state: SessionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function withKey(): { readonly [name: string]: string } {
  return { ...OWN_PAGE, "x-skillwright-key": localStorage.getItem(KEY) ?? "" };
}
