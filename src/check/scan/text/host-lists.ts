/**
 * Hosts by who controls what they serve. Each list is data: a name stands for itself and for what is below it, and the lists
 * are read in the order in which `judgeHost` asks them. Add a host to the list of whoever decides what lies there.
 */

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Pages on which anybody can leave a text or a file without a name. */
export const PASTE_SITES: ReadonlySet<string> = words(`
  pastebin.com rentry.co rentry.org glot.io paste.ee hastebin.com dpaste.com dpaste.org ghostbin.com paste.rs
  termbin.com ix.io sprunge.us 0x0.st transfer.sh file.io gofile.io anonfiles.com bashupload.com controlc.com
  justpaste.it pastes.io privatebin.net paste.mozilla.org bpa.st catbox.moe files.catbox.moe temp.sh
  tmpfiles.org oshi.at litterbox.catbox.moe telegra.ph write.as textbin.net snippet.host mega.nz mediafire.com
  4shared.com sendspace.com wetransfer.com dropmefiles.com filebin.net cdn.discordapp.com media.discordapp.net
  ideone.com codepad.org
`);

/** They hide where they lead. */
export const SHORTENERS: ReadonlySet<string> = words(`
  bit.ly tinyurl.com t.co goo.gl is.gd v.gd ow.ly buff.ly cutt.ly rebrand.ly shorturl.at t.ly rb.gy tiny.cc
  bl.ink s.id u.to adf.ly lnkd.in shorte.st clck.ru qr.ae soo.gd x.co
`);

/** Hosts that take in whatever is sent to them, and tunnels to a machine that nobody knows. */
export const COLLECTORS: ReadonlySet<string> = words(`
  webhook.site requestbin.com requestbin.net pipedream.net m.pipedream.net beeceptor.com requestcatcher.com
  hookbin.com burpcollaborator.net oastify.com interact.sh oast.fun oast.live oast.me oast.online oast.pro
  oast.site dnslog.cn ceye.io canarytokens.com ngrok.io ngrok.app ngrok.dev ngrok-free.app ngrok-free.dev
  trycloudflare.com loca.lt serveo.net localhost.run pagekite.me bore.pub lhr.life tunnelto.dev webhookrelay.com
  postb.in ptsv2.com ptsv3.com typedwebhook.tools hookdeck.com
`);

/** The vendor runs the machine and its customers decide what it serves: applications, pages, buckets, models, forms, chats. */
export const USER_CONTENT: ReadonlySet<string> = words(`
  vercel.app now.sh netlify.app pages.dev workers.dev github.io gitlab.io herokuapp.com onrender.com fly.dev
  up.railway.app railway.app replit.app replit.dev repl.co glitch.me web.app firebaseapp.com azurewebsites.net
  azurestaticapps.net blob.core.windows.net cloudapp.azure.com s3.amazonaws.com amazonaws.com r2.dev
  r2.cloudflarestorage.com storage.googleapis.com firebasestorage.googleapis.com storage.cloud.google.com
  appspot.com run.app cloudfunctions.net digitaloceanspaces.com ondigitalocean.app backblazeb2.com wasabisys.com
  huggingface.co hf.co hf.space streamlit.app gradio.live supabase.co cloudfront.net azureedge.net b-cdn.net
  docs.google.com sites.google.com drive.google.com forms.gle script.google.com dropbox.com
  dropboxusercontent.com 1drv.ms onedrive.live.com box.com notion.site notion.so surge.sh deno.dev bubbleapps.io
  wixsite.com blogspot.com wordpress.com medium.com tumblr.com on.aws sharepoint.com gitbook.io stackblitz.io
  webcontainer.io csb.app codesandbox.io val.run modal.run ngrok.page pythonanywhere.com 000webhostapp.com
  infinityfreeapp.com neocities.org carrd.co typeform.com jotform.com airtable.com zapier.com make.com n8n.cloud
  t.me discord.gg discord.com api.telegram.org nip.io sslip.io duckdns.org no-ip.org ddns.net hopto.org
  zapto.org dyndns.org
`);

/** Parts of those that the vendor keeps for itself. */
export const VENDORS_OWN: ReadonlySet<string> = words(`
  fnm.vercel.app azurecliprod.blob.core.windows.net awscli.amazonaws.com aws.amazon.com sts.amazonaws.com iam.amazonaws.com
  oauth2.googleapis.com
`);

/** Owners whose own documentation tells people to install from there. */
export const INSTALLERS: ReadonlySet<string> = words(`
  sh.rustup.rs rustup.rs bun.sh bun.com deno.land get.docker.com docker.com astral.sh docs.astral.sh
  install.python-poetry.org ollama.com ollama.ai starship.rs get.sdkman.io brew.sh get.pnpm.io pnpm.io
  foundry.paradigm.xyz get.k3s.io get.helm.sh nixos.org install.determinate.systems cli.github.com claude.ai
  code.claude.com fly.io deb.nodesource.com rpm.nodesource.com dl.k8s.io get.volta.sh rclone.org istio.io
  run.linkerd.io sdk.cloud.google.com cloud.google.com aka.ms awscli.amazonaws.com aws.amazon.com
  releases.hashicorp.com apt.releases.hashicorp.com tailscale.com get.submariner.io get.pulumi.com pulumi.com
  cli.inference.sh cursor.com opencode.ai openclaw.ai docs.openclaw.ai clawhub.ai clawhub.com openclaw.bot
  install.cat-v.org get.rvm.io rvm.io install.duckdb.org install.meteor.com sentry.io cli.sentry.dev yarnpkg.com
  dl.yarnpkg.com nodejs.org python.org pypi.org registry.npmjs.org npmjs.com www.npmjs.com dot.net
  dotnet.microsoft.com microsoft.com go.dev golang.org dl.google.com packages.microsoft.com downloads.apache.org
  archive.apache.org mise.run mise.jdx.dev proto.moonrepo.dev moonrepo.dev devbox.jetpack.io get.jetify.com
  jetify.com community.chocolatey.org chocolatey.org get.scoop.sh scoop.sh wasmtime.dev wasmer.io get.wasmer.io
  zed.dev install.julialang.org julialang.org get-ghcup.haskell.org get.haskellstack.org opam.ocaml.org
  sh.solana.com release.solana.com release.anza.xyz sui.io aptos.dev cli.doppler.com supabase.com railway.com
  cli.nexus.xyz goreleaser.com taskfile.dev just.systems direnv.net cli.run.nu nushell.sh modal.com
  replicate.com vercel.com netlify.com render.com heroku.com cli-assets.heroku.com pdm-project.org
  bootstrap.pypa.io pypa.io pixi.sh prefix.dev dl.cloudsmith.io cloudsmith.io packagecloud.io conda.io
  anaconda.com repo.anaconda.com micro.mamba.pm crates.io rubygems.org packagist.org getcomposer.org
  anthropic.com openai.com x.ai google.com googleapis.com apple.com ubuntu.com debian.org
`);

/** Source with an owner in the path. */
export const CODE_HOSTS: ReadonlySet<string> = words(`
  github.com raw.githubusercontent.com gitlab.com bitbucket.org codeberg.org objects.githubusercontent.com
  gist.githubusercontent.com gist.github.com sourceforge.net git.sr.ht
`);

/** Firms and projects that many people know, at their own names: what they serve and take in there is their own product. */
export const VENDORS: ReadonlySet<string> = words(`
  mozilla.org w3.org whatwg.org wikipedia.org wikimedia.org ietf.org iana.org unicode.org iso.org ecma-international.org
  stackoverflow.com stackexchange.com youtube.com youtu.be linkedin.com twitter.com x.com facebook.com instagram.com reddit.com
  bing.com duckduckgo.com yahoo.com brave.com amazon.com microsoftonline.com office.com live.com outlook.com azure.com
  visualstudio.com windows.net icloud.com oracle.com ibm.com intel.com nvidia.com amd.com redhat.com suse.com sap.com
  salesforce.com slack.com hooks.slack.com atlassian.com atlassian.net jira.com trello.com asana.com linear.app notion.com
  figma.com canva.com adobe.com shopify.com stripe.com paypal.com squareup.com plaid.com twilio.com sendgrid.com mailgun.net
  mailchimp.com resend.com postmarkapp.com hubspot.com zendesk.com intercom.io segment.com mixpanel.com amplitude.com posthog.com
  datadoghq.com newrelic.com grafana.com elastic.co splunk.com pagerduty.com cloudflare.com fastly.com akamai.com digitalocean.com
  linode.com hetzner.com vultr.com ovh.com mongodb.com redis.io redis.com postgresql.org mysql.com sqlite.org snowflake.com
  databricks.com confluent.io kafka.apache.org apache.org kubernetes.io docker.io quay.io ghcr.io terraform.io hashicorp.com
  vaultproject.io ansible.com puppet.com jenkins.io circleci.com travis-ci.com gitpod.io jetbrains.com eclipse.org gradle.org
  maven.org spring.io rust-lang.org docs.rs ruby-lang.org php.net perl.org r-project.org scala-lang.org kotlinlang.org swift.org
  dart.dev flutter.dev reactjs.org react.dev vuejs.org angular.io angular.dev svelte.dev nextjs.org nuxt.com astro.build vite.dev
  tailwindcss.com storybook.js.org playwright.dev cypress.io jestjs.io eslint.org prettier.io typescriptlang.org expo.dev
  electronjs.org tauri.app prisma.io clerk.com auth0.com okta.com workos.com firebase.google.com appwrite.io convex.dev neon.tech
  planetscale.com turso.tech upstash.com pinecone.io weaviate.io qdrant.tech langchain.com llamaindex.ai cohere.com cohere.ai
  mistral.ai groq.com together.ai together.xyz fireworks.ai perplexity.ai deepseek.com moonshot.cn dashscope.aliyuncs.com aliyun.com
  openrouter.ai elevenlabs.io assemblyai.com deepgram.com stability.ai runwayml.com fal.ai replicate.delivery midjourney.com
  tavily.com exa.ai serper.dev serpapi.com brightdata.com firecrawl.dev apify.com browserbase.com jina.ai context7.com
  coingecko.com coinmarketcap.com binance.com coinbase.com kraken.com etherscan.io alchemy.com infura.io quicknode.com
  spotify.com soundcloud.com twitch.tv vimeo.com zoom.us calendly.com telegram.org whatsapp.com signal.org matrix.org
  openstreetmap.org mapbox.com openweathermap.org open-meteo.com wttr.in weather.gov nasa.gov arxiv.org doi.org crossref.org
  nih.gov pubmed.gov semanticscholar.org who.int europa.eu gov.uk usa.gov sec.gov nist.gov mitre.org owasp.org cisa.gov
  virustotal.com shodan.io abuse.ch snyk.io semgrep.dev sonarsource.com trivy.dev letsencrypt.org modelcontextprotocol.io
  agentskills.io skills.sh smithery.ai composio.dev obsidian.md logseq.com todoist.com evernote.com monday.com clickup.com
  bitbucket.com feishu.cn larksuite.com dingtalk.com weixin.qq.com qq.com weibo.com bilibili.com zhihu.com baidu.com tencent.com
  wordpress.org ghost.org webflow.com squarespace.com godaddy.com namecheap.com gandi.net hnrss.org ycombinator.com
`);
