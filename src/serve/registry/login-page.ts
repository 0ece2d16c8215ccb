/** What pages share on which a person logs in and lets a program in. */
import { createHash } from "node:crypto";

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

/** Asks the routes that every client asks; nothing is kept in the browser. It needs `token` and `said` before it. */
export const ASK_SCRIPT: string = `const SCOPES = ${JSON.stringify(SCOPE_WORDS)};
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
async function logIn(form) {
  const body = { email: form.email.value, password: form.password.value };
  if (form.step.value !== "") body.code = form.step.value;
  const answer = await fetch("/api/v1/auth/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const found = await answer.json();
  if (!answer.ok) {
    if (found.detail.field === "code") {
      form.querySelector("#second").hidden = false;
      form.step.focus();
    }
    throw new Error(found.detail.message ?? found.detail);
  }
  form.password.value = "";
  return found.token;
}
function show(name, text) {
  document.querySelector("#" + name).textContent = text;
}
async function leave() {
  await ask("POST", "/api/v1/auth/logout");
  token = undefined;
}`;

/** What a person logs in with; the code is asked for where the account has an app that shows some. */
export const LOGIN_FIELDS = `<label for="email">Your email address</label>
<input id="email" name="email" type="email" required autocomplete="username">
<label for="password">Your password</label>
<input id="password" name="password" type="password" required autocomplete="current-password">
<div id="second" hidden>
<label for="step">Code that your app shows</label>
<input id="step" name="step" autocomplete="one-time-code" spellcheck="false">
</div>`;

/** A page of this server with one script and one form of style, and nothing from anywhere else. */
export function pageAnswer(title: string, body: string, script: string): Response {
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
<p id="said" role="status"></p>
</main>
<script>${script}</script>
</body>
</html>
`;
  return new Response(page, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "content-security-policy": [
        "default-src 'none'",
        `script-src ${sourceOf(script)}`,
        `style-src ${sourceOf(STYLE)}`,
        "connect-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join("; "),
    },
  });
}

function sourceOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
