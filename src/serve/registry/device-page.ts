import { createHash } from "node:crypto";
import { REGISTRY_PATH } from "../../registry/contract/index.ts";

/** Where people agree that a program without a browser logs in as them. */
export const DEVICE_PAGE = "/device";

const STYLE = `body{font:1rem/1.5 system-ui,sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem}
label{display:block;margin:1rem 0 .25rem}
input{font:inherit;width:100%;padding:.5rem;box-sizing:border-box}
button{font:inherit;padding:.5rem 1rem;margin:1.5rem .5rem 0 0}
dt{font-weight:600;margin-top:.75rem}
dd{margin:0;overflow-wrap:anywhere}
#said{margin-top:1.5rem;min-height:1.5rem}`;

/** What a scope lets a program do, for the person who is to agree. */
const SCOPE_WORDS: { readonly [scope: string]: string } = {
  "registry:read": "Install from the registry",
  "registry:write": "Publish to the registry in your name",
  "skills:read": "Read your skills",
  "skills:write": "Change your skills",
};

/**
 * Asks the routes that every client asks; nothing is kept in the browser. What is asked for is shown before anything can
 * be agreed to, and agreeing needs the token of the login, which no other page has.
 */
const SCRIPT = `const SCOPES = ${JSON.stringify(SCOPE_WORDS)};
const [login, decide] = document.querySelectorAll("form");
const said = document.querySelector("#said");
let token;
login.code.value = new URLSearchParams(location.search).get("code") ?? "";
async function ask(method, path, body) {
  const headers = { "content-type": "application/json" };
  if (token) headers.authorization = "Bearer " + token;
  const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  if (answer.ok) return text === "" ? {} : JSON.parse(text);
  let told = text;
  try {
    const { detail } = JSON.parse(text);
    told = detail.message ?? detail;
  } catch {}
  throw new Error(told);
}
function show(name, text) {
  document.querySelector("#" + name).textContent = text;
}
async function leave() {
  await ask("POST", "/api/v1/auth/logout");
  token = undefined;
}
login.addEventListener("submit", async (event) => {
  event.preventDefault();
  said.textContent = "…";
  try {
    const body = { email: login.email.value, password: login.password.value };
    ({ token } = await ask("POST", "/api/v1/auth/login", body));
    login.password.value = "";
    const code = encodeURIComponent(login.code.value);
    const asked = await ask("GET", "${REGISTRY_PATH}/device/request?user_code=" + code);
    show("asked-code", asked.user_code);
    show("asked-label", asked.label);
    show("asked-address", asked.address ?? "Not known");
    show("asked-time", new Date(asked.created_at).toLocaleString());
    show("asked-scopes", asked.scopes.map((scope) => SCOPES[scope] ?? scope).join("; "));
    show("asked-days", asked.token_days + " days, or until you revoke it in the settings");
    login.hidden = true;
    decide.hidden = false;
    said.textContent = "";
    decide.querySelector("h2").focus();
  } catch (error) {
    if (token) await leave().catch(() => {});
    said.textContent = error.message;
  }
});
decide.addEventListener("submit", async (event) => {
  event.preventDefault();
  const isApproved = event.submitter.value === "yes";
  const answer = { user_code: document.querySelector("#asked-code").textContent, is_approved: isApproved };
  said.textContent = "…";
  try {
    await ask("POST", "${REGISTRY_PATH}/device/answer", answer);
    decide.hidden = true;
    said.textContent = isApproved
      ? "The program is logged in. You can close this page."
      : "The program was refused. You can close this page.";
    await leave();
  } catch (error) {
    said.textContent = error.message;
  }
});`;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Log in a program</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Log in a program</h1>
<p>A program asks to use this registry in your name. Go on only if you started it and it shows the same code.</p>
<form>
<label for="code">Code that the program shows</label>
<input id="code" name="code" required autocomplete="off" spellcheck="false">
<label for="email">Your email address</label>
<input id="email" name="email" type="email" required autocomplete="username">
<label for="password">Your password</label>
<input id="password" name="password" type="password" required autocomplete="current-password">
<button>Continue</button>
</form>
<form hidden>
<h2 tabindex="-1">Allow this program?</h2>
<dl>
<dt>Code</dt><dd id="asked-code"></dd>
<dt>Program, as it calls itself</dt><dd id="asked-label"></dd>
<dt>Asks from the address</dt><dd id="asked-address"></dd>
<dt>Asked at</dt><dd id="asked-time"></dd>
<dt>It will be able to</dt><dd id="asked-scopes"></dd>
<dt>For</dt><dd id="asked-days"></dd>
</dl>
<button name="answer" value="yes">Allow</button>
<button name="answer" value="no">Refuse</button>
</form>
<p id="said" role="status"></p>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;

function sourceOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

export function devicePageAnswer(): Response {
  return new Response(PAGE, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": [
        "default-src 'none'",
        `script-src ${sourceOf(SCRIPT)}`,
        `style-src ${sourceOf(STYLE)}`,
        "connect-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join("; "),
    },
  });
}
