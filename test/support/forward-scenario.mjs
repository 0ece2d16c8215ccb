/** The client that the conformance suite starts: it hands the scenario to the test that started the suite, which has ours loaded already. */
const [tester, url] = process.argv.slice(2);
const { MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_CONTEXT: context } = process.env;
const response = await fetch(tester, {
  method: "POST",
  body: JSON.stringify({ scenario, url, context: JSON.parse(context ?? "{}") }),
});
if (!response.ok) {
  process.stderr.write(await response.text());
  process.exitCode = 1;
}
