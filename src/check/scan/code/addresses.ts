/** What an address says about the one who owns it. */

/** The host of an address, in lower case; undefined where it is not known. */
export function hostOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const found = /^(?:[a-z][\w+.-]*:)?\/\/(?:[^/?#@]*@)?(\[[\d:a-f]+\]|[^/:?#\s"']+)/i.exec(
    url,
  )?.[1];
  if (found === undefined || found.includes("…")) return knownEnd(found);
  return found.toLowerCase();
}

/** `…drop.example.com` tells whose host it is, although not which. */
function knownEnd(host: string | undefined): string | undefined {
  const end = host?.slice(host.lastIndexOf("…") + 1).replace(/^\./, "") ?? "";
  return /^[\w-]+(?:\.[\w-]+)+$/.test(end) ? end.toLowerCase() : undefined;
}

export function isRawAddress(host: string): boolean {
  return (
    /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) ||
    host.startsWith("[") ||
    /^(?:0x[\da-f]+|\d{8,10})$/.test(host)
  );
}

/** This machine, or one of the same network. */
export function isLocal(host: string): boolean {
  return (
    /^(?:localhost|.*\.localhost|.*\.local|.*\.internal|host\.docker\.internal|0\.0\.0\.0|\[::1?\])$/.test(
      host,
    ) ||
    /^(?:127|10)\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^169\.254\./.test(host) ||
    !/[.:]/.test(host)
  );
}

/** Anybody can get a place there that takes what is sent, and nobody knows who reads it. */
const DROPS =
  /(?:^|\.)(?:webhook\.site|requestbin\.(?:com|net)|pipedream\.net|hookbin\.com|beeceptor\.com|requestcatcher\.com|interact\.sh|oast(?:ify)?\.\w+|burpcollaborator\.net|dnslog\.cn|ceye\.io|canarytokens\.com|ngrok(?:-free)?\.(?:io|app|dev)|loca\.lt|serveo\.net|trycloudflare\.com|localhost\.run|transfer\.sh|file\.io|0x0\.st|bashupload\.com|anonfiles\.com|gofile\.io|catbox\.moe|termbin\.com|ix\.io|sprunge\.us|webhook\.cool|mockbin\.\w+|smee\.io)$/;

const PASTES =
  /(?:^|\.)(?:pastebin\.com|paste\.ee|hastebin\.com|rentry\.(?:co|org)|ghostbin\.com|controlc\.com|dpaste\.(?:com|org)|paste\.rs|glot\.io|snippet\.host|pastes?\.\w+|textbin\.net|privatebin\.net)$/;

const SHORTENERS =
  /^(?:bit\.ly|t\.co|tinyurl\.com|goo\.gl|is\.gd|ow\.ly|cutt\.ly|rb\.gy|rebrand\.ly|t\.ly|shorturl\.at|v\.gd|tiny\.cc)$/;

export function isDrop(host: string, url?: string): boolean {
  return (
    DROPS.test(host) ||
    (/^(?:\w+\.)?discord(?:app)?\.com$/.test(host) && /\/api\/webhooks\//.test(url ?? ""))
  );
}

export function isPaste(host: string): boolean {
  return PASTES.test(host);
}

export function isShortener(host: string): boolean {
  return SHORTENERS.test(host);
}

/** Addresses from which makers of tools tell everybody to install them through a shell. */
const INSTALLERS =
  /(?:^|\.)(?:rustup\.rs|brew\.sh|bun\.sh|bun\.com|deno\.land|deno\.com|astral\.sh|docker\.com|nodesource\.com|volta\.sh|fnm\.vercel\.app|python-poetry\.org|pypa\.io|pyenv\.run|sdkman\.io|nixos\.org|determinate\.systems|getcomposer\.org|claude\.ai|cursor\.com|opencode\.ai|ollama\.com|ollama\.ai|pnpm\.io|yarnpkg\.com|npmjs\.(?:com|org)|railway\.(?:app|com)|fly\.io|supabase\.com|vercel\.com|netlify\.com|cloudflare\.com|tailscale\.com|starship\.rs|mise\.run|mise\.jdx\.dev|get\.k3s\.io|helm\.sh|cli\.github\.com|googleapis\.com|cloud\.google\.com|google\.com|microsoft\.com|aka\.ms|amazonaws\.com|awscli\.amazonaws\.com|hashicorp\.com|openai\.com|anthropic\.com|foundry\.paradigm\.xyz|solana\.com|anza\.xyz|sh\.rustup\.rs|temporal\.download|dagger\.io|sentry\.io|doppler\.com|1password\.com|expo\.dev|getfoundry\.sh|warp\.dev|openclaw\.ai|clawd\.bot|clawdhub\.com|clawhub\.ai|huggingface\.co|apple\.com|git\.io|jetpack\.io|devbox\.sh|chezmoi\.io|julialang\.org|haskell\.org|elixir-lang\.org|ziglang\.org|rvm\.io|get\.pulumi\.com|pulumi\.com|arduino\.cc|goreleaser\.com|sh\.uv\.run)$/;

export function isKnownInstaller(host: string): boolean {
  return INSTALLERS.test(host);
}

/** Forges serve the files of anybody, but under the name of the one who put them there. */
export function isForge(host: string): boolean {
  return /^(?:raw\.githubusercontent\.com|github\.com|gist\.githubusercontent\.com|gitlab\.com|codeload\.github\.com|objects\.githubusercontent\.com|cdn\.jsdelivr\.net|unpkg\.com|codeberg\.org|bitbucket\.org)$/.test(
    host,
  );
}

export function isPlainHttp(url: string | undefined): boolean {
  return url !== undefined && /^http:\/\//i.test(url);
}
