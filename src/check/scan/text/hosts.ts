import { withoutEnd } from "../../../skill/model/index.ts";

/** What is known about the place that an address leads to, without asking the network. */
export type HostTrust = "known" | "code-host" | "ordinary" | "suspect" | "local";

export interface Address {
  readonly url: string;
  readonly host: string;
  readonly path: string;
  readonly isEncrypted: boolean;
}

export interface HostJudgement {
  readonly trust: HostTrust;
  /** Completes "an address …". */
  readonly reason: string;
}

/** Only what stands before the path matters here; what shells put around an address is left out. */
const ADDRESS =
  /\b(?:https?|ftp):\/\/(?:[^\s/@"'`<>]{1,100}@)?(\[[0-9a-f:]+\]|[\w.%${}-]{1,253})(:\d{1,5})?([^\s"'`<>|)\]]{0,2000})/i;

const ADDRESSES = new RegExp(ADDRESS, "gi");

export function addressIn(text: string): Address | undefined {
  const match = text.includes("://") ? ADDRESS.exec(text) : null;
  return match === null ? undefined : addressOf(match);
}

export function addressesIn(text: string): readonly (Address & { readonly index: number })[] {
  if (!text.includes("://")) return [];
  return [...text.matchAll(ADDRESSES)].map((match) => ({
    ...addressOf(match),
    index: match.index,
  }));
}

function addressOf(match: RegExpExecArray): Address {
  return {
    url: withoutEnd(match[0], ".,;:!?"),
    host: (match[1] ?? "").toLowerCase().replace(/\.$/, ""),
    path: match[3] ?? "",
    isEncrypted: /^https:/i.test(match[0]),
  };
}

/** Pages on which anybody can leave a text without a name. */
const PASTE_SITES = words(`
  pastebin.com rentry.co rentry.org glot.io paste.ee hastebin.com dpaste.com dpaste.org ghostbin.com
  paste.rs termbin.com ix.io sprunge.us 0x0.st transfer.sh file.io gofile.io anonfiles.com bashupload.com
  controlc.com justpaste.it pastes.io privatebin.net paste.mozilla.org bpa.st catbox.moe files.catbox.moe
  temp.sh tmpfiles.org oshi.at litterbox.catbox.moe telegra.ph write.as textbin.net snippet.host
  mega.nz mediafire.com 4shared.com sendspace.com wetransfer.com dropmefiles.com filebin.net
  cdn.discordapp.com media.discordapp.net ideone.com codepad.org
`);

const SHORTENERS = words(`
  bit.ly tinyurl.com t.co goo.gl is.gd v.gd ow.ly buff.ly cutt.ly rebrand.ly shorturl.at t.ly rb.gy
  tiny.cc bl.ink s.id u.to adf.ly lnkd.in shorte.st clck.ru qr.ae soo.gd x.co
`);

/** Hosts that take in whatever is sent to them, and tunnels to a machine that nobody knows. */
const COLLECTORS = words(`
  webhook.site requestbin.com requestbin.net pipedream.net m.pipedream.net beeceptor.com requestcatcher.com
  hookbin.com burpcollaborator.net oastify.com interact.sh oast.fun oast.live oast.me oast.online oast.pro
  oast.site dnslog.cn ceye.io canarytokens.com ngrok.io ngrok.app ngrok.dev ngrok-free.app ngrok-free.dev
  trycloudflare.com loca.lt serveo.net localhost.run pagekite.me bore.pub lhr.life tunnelto.dev
  webhookrelay.com postb.in ptsv2.com ptsv3.com typedwebhook.tools hookdeck.com
`);

/** Whose scripts many people install by a pipe, as their own documentation says. */
const INSTALLERS = words(`
  sh.rustup.rs rustup.rs bun.sh bun.com deno.land get.docker.com docker.com astral.sh docs.astral.sh
  install.python-poetry.org ollama.com ollama.ai starship.rs get.sdkman.io brew.sh get.pnpm.io pnpm.io
  fnm.vercel.app foundry.paradigm.xyz get.k3s.io get.helm.sh nixos.org install.determinate.systems cli.github.com
  claude.ai code.claude.com fly.io deb.nodesource.com rpm.nodesource.com dl.k8s.io get.volta.sh rclone.org
  istio.io run.linkerd.io sdk.cloud.google.com cloud.google.com aka.ms azurecliprod.blob.core.windows.net
  awscli.amazonaws.com aws.amazon.com releases.hashicorp.com apt.releases.hashicorp.com tailscale.com
  get.submariner.io get.pulumi.com pulumi.com cli.inference.sh cursor.com opencode.ai openclaw.ai docs.openclaw.ai
  clawhub.ai clawhub.com openclaw.bot install.cat-v.org get.rvm.io rvm.io install.duckdb.org
  install.meteor.com sentry.io cli.sentry.dev yarnpkg.com dl.yarnpkg.com nodejs.org python.org pypi.org
  registry.npmjs.org npmjs.com www.npmjs.com dot.net dotnet.microsoft.com microsoft.com go.dev golang.org
  storage.googleapis.com dl.google.com packages.microsoft.com downloads.apache.org archive.apache.org
  mise.run mise.jdx.dev proto.moonrepo.dev moonrepo.dev devbox.jetpack.io get.jetify.com jetify.com
  community.chocolatey.org chocolatey.org get.scoop.sh scoop.sh wasmtime.dev wasmer.io get.wasmer.io
  zed.dev install.julialang.org julialang.org get-ghcup.haskell.org get.haskellstack.org opam.ocaml.org
  sh.solana.com release.solana.com release.anza.xyz sui.io aptos.dev cli.doppler.com supabase.com railway.app railway.com
  cli.nexus.xyz goreleaser.com taskfile.dev just.systems direnv.net cli.run.nu nushell.sh
  huggingface.co hf.co modal.com replicate.com vercel.com netlify.com render.com heroku.com cli-assets.heroku.com
  pdm-project.org bootstrap.pypa.io pypa.io pixi.sh prefix.dev dl.cloudsmith.io cloudsmith.io packagecloud.io
  conda.io anaconda.com repo.anaconda.com micro.mamba.pm crates.io rubygems.org packagist.org getcomposer.org
  anthropic.com openai.com x.ai google.com googleapis.com apple.com ubuntu.com debian.org
`);

const CODE_HOSTS = words(`
  github.com raw.githubusercontent.com gitlab.com bitbucket.org codeberg.org objects.githubusercontent.com
  gist.githubusercontent.com gist.github.com sourceforge.net git.sr.ht
`);

const LOCAL =
  /^(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[?::1\]?|10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|169\.254(?:\.\d{1,3}){2}|host\.docker\.internal|[\w-]+\.(?:local|localhost|internal|lan|home)|[\w-]+)$/i;
/** Ranges and names that stand for no machine, kept for documents. */
const SAMPLE =
  /^(?:192\.0\.2\.\d+|198\.51\.100\.\d+|203\.0\.113\.\d+|(?:[\w-]+\.)*(?:example|test|invalid)|(?:www\.)?example\.(?:com|org|net)|.*(?:your|my|some)[-_]?(?:domain|server|host|company|site|org|app|api|subdomain)\b[^]*|[xX.*]+|.*[${}<>][^]*)$/i;
const NUMBER_HOST = /^(?:\d{1,3}(?:\.\d{1,3}){3}|0x[0-9a-f]{6,8}|\d{8,10}|\[[0-9a-f:]+\])$/i;
/** The four parts of an address as one number, which only hides it. */
const ONE_NUMBER = /^(?:0x[0-9a-f]{6,8}|\d{8,10})$/i;
/** Endings of names that cost nothing or next to nothing and fill lists of abuse. */
const CHEAP =
  /\.(?:tk|ml|ga|cf|gq|top|xyz|buzz|click|icu|rest|cyou|cfd|sbs|monster|quest|zip|mov|lol|bond|beauty|ru|su)$/;

/** Addresses of documents: they show a form, no machine stands behind them. */
export function isSample(host: string): boolean {
  return SAMPLE.test(host);
}

export function isNumberHost(host: string): boolean {
  if (ONE_NUMBER.test(host)) return true;
  return NUMBER_HOST.test(host) && !LOCAL.test(host) && !SAMPLE.test(host);
}

/** A number where a machine fetches from it: whatever range it is of, no document is meant. */
export function isForeignNumber(host: string): boolean {
  return ONE_NUMBER.test(host) || (NUMBER_HOST.test(host) && !LOCAL.test(host));
}

/** Hosts on which anybody keeps code of his own. */
export function isCodeHost(host: string): boolean {
  return isListed(CODE_HOSTS, host);
}

export function isCollector(host: string): boolean {
  return isListed(COLLECTORS, host);
}

export function isPasteSite({ host, path }: Address): boolean {
  return isListed(PASTE_SITES, host) && (host !== "mega.nz" || path.length > 2);
}

export function judgeHost(address: Address): HostJudgement {
  const { host, isEncrypted } = address;
  if (ONE_NUMBER.test(host)) return { trust: "suspect", reason: "that is a bare number" };
  if (LOCAL.test(host) || SAMPLE.test(host))
    return { trust: "local", reason: "of this machine or of a document" };
  if (NUMBER_HOST.test(host)) return { trust: "suspect", reason: "that is a bare number" };
  if (isPasteSite(address))
    return { trust: "suspect", reason: "of a site where anybody leaves texts and files" };
  if (isListed(SHORTENERS, host))
    return { trust: "suspect", reason: "of a shortener that hides where it leads" };
  if (isListed(COLLECTORS, host))
    return { trust: "suspect", reason: "of a tunnel or a collector of requests" };
  if (host.startsWith("xn--") || host.includes(".xn--"))
    return { trust: "suspect", reason: "with letters of another script in its name" };
  if (isListed(INSTALLERS, host)) return { trust: "known", reason: "of a known project" };
  if (!isEncrypted) return { trust: "suspect", reason: "without encryption" };
  if (isListed(CODE_HOSTS, host)) return { trust: "code-host", reason: "of a host of source code" };
  if (CHEAP.test(host)) return { trust: "suspect", reason: "under an ending known for abuse" };
  return { trust: "ordinary", reason: "that nothing is known about" };
}

function isListed(list: ReadonlySet<string>, host: string): boolean {
  for (let name = host; ;) {
    if (list.has(name)) return true;
    const dot = name.indexOf(".");
    if (dot === -1) return false;
    name = name.slice(dot + 1);
  }
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
