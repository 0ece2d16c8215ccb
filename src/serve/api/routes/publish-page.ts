const ESCAPES: { readonly [sign: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (sign) => ESCAPES[sign] ?? sign);
}

/** A form, and below it what the last run gave, as HTML. Nothing on the page can run. */
export function renderEmbedPage(input: string, result: string): Response {
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Workflow</title></head>
<body>
<h1>Workflow</h1>
<form method="get"><label for="input">Input</label> <input id="input" name="input" type="text" maxlength="10000" value="${escapeHtml(input)}"> <button type="submit">Run</button></form>
${result}
</body>
</html>
`;
  return new Response(page, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    },
  });
}
