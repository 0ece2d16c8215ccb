import { createHash } from "node:crypto";
import { REGISTRY_PATH } from "../../registry/market/index.ts";

/** Where people agree that a program without a browser logs in as them. */
export const DEVICE_PAGE = "/device";

const STYLE = `body{font:1rem/1.5 system-ui,sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem}
label{display:block;margin:1rem 0 .25rem}
input{font:inherit;width:100%;padding:.5rem;box-sizing:border-box}
button{font:inherit;padding:.5rem 1rem;margin:1.5rem .5rem 0 0}
#said{margin-top:1.5rem;min-height:1.5rem}`;

/** Asks the routes that every client asks; nothing is kept in the browser. */
const SCRIPT = `const form = document.querySelector("form");
const said = document.querySelector("#said");
form.code.value = new URLSearchParams(location.search).get("code") ?? "";
async function post(path, body, token) {
  const headers = { "content-type": "application/json" };
  if (token) headers.authorization = "Bearer " + token;
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (answer.ok) return text === "" ? {} : JSON.parse(text);
  let told = text;
  try {
    const { detail } = JSON.parse(text);
    told = detail.message ?? detail;
  } catch {}
  throw new Error(told);
}
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const isApproved = event.submitter.value === "yes";
  said.textContent = "…";
  try {
    const { token } = await post("/api/v1/auth/login", {
      email: form.email.value,
      password: form.password.value,
    });
    const answer = { user_code: form.code.value, is_approved: isApproved };
    await post("${REGISTRY_PATH}/device/answer", answer, token);
    form.password.value = "";
    said.textContent = isApproved
      ? "The program is logged in. You can close this page."
      : "The program was refused. You can close this page.";
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
