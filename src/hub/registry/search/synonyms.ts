/**
 * Words that people use for the same thing, a group a line. A search for one finds the others too, after the word
 * itself. Groups hold what skills are about; what any dictionary knows is left to the search by meaning.
 */
const GROUPS = `
kubernetes, k8s, kube
javascript, js
typescript, ts
python, py
postgres, postgresql, psql, pg
database, db
mongodb, mongo
configuration, config, settings
environment, env
repository, repo
directory, folder
documentation, docs
document, doc
spreadsheet, excel, xlsx
presentation, slides, slideshow, powerpoint, pptx, deck
word document, docx
picture, image, photo
movie, video, clip
audio, sound
email, mail, e mail
message, chat
calendar, schedule, agenda
appointment, meeting
translate, translation, localize, localization, i18n, l10n
summarize, summary, digest, recap, tldr
search, find, lookup, look up
scrape, scraper, crawl, crawler, spider
website, webpage, web page, site
browser, chrome, chromium
automate, automation
deploy, deployment, rollout, release, ship
build, compile
test, spec
testing, qa, quality assurance
debug, debugger, troubleshoot, diagnose
bug, defect, error, fault
fix, repair, patch
lint, linter, static analysis
format, formatter, prettify, beautify
refactor, refactoring, restructure, clean up
review, audit, inspect
pull request, pr, merge request, mr
commit, check in
authentication, auth, login, sign in
authorization, permissions, access control
password, secret, credential
encrypt, encryption, cipher
vulnerability, cve, weakness
security, infosec
monitor, monitoring, observability, watch
log, logging, logs
alert, notification, notify
container, docker
terraform, infrastructure as code, iac
continuous integration, ci
amazon web services, aws
google cloud, gcp
machine learning, ml
artificial intelligence, ai
large language model, llm
natural language processing, nlp
user interface, ui
user experience, ux
frontend, front end
backend, back end, server side
application programming interface, api
command line, cli, terminal, shell
graph, chart, plot
diagram, flowchart
data visualization, dataviz
statistics, stats
analyze, analysis, analytics
image recognition, computer vision
speech to text, transcribe, transcription, stt
text to speech, tts, voice synthesis
optical character recognition, ocr
generate, create, produce
delete, remove, erase
convert, conversion, transform
merge, combine, join
split, separate
extract, parse
upload, publish
download, fetch
backup, back up
restore, recover
install, setup, set up
performance, speed, latency
optimize, tune
money, finance, financial
invoice, bill, billing
payment, checkout
stock, share, equity
cryptocurrency, crypto
weather, forecast
travel, trip
flight, airfare
recipe, cooking
fitness, workout, exercise
health, medical
job, career
resume, cv, curriculum vitae
advertisement, ad, advertising
search engine optimization, seo
social media, sns
tweet, twitter
tutorial, guide, walkthrough
note, memo
todo, task
idea, brainstorm
write, author, draft
copywriting, copy
story, fiction
game, gaming
music, song
map, geography, gis
phone, mobile
`;

const groups: readonly (readonly string[])[] = GROUPS.split("\n")
  .map((line) => line.split(",").map((one) => one.trim()))
  .filter((group) => group.length > 1);

const byPhrase = new Map<string, string[]>();
for (const group of groups)
  for (const phrase of group)
    byPhrase.set(phrase, [
      ...(byPhrase.get(phrase) ?? []),
      ...group.filter((other) => other !== phrase),
    ]);

/** Phrases that mean the same as this one, which may be several words with blanks between. */
export function synonymsOf(phrase: string): readonly string[] {
  return byPhrase.get(phrase) ?? [];
}

/** So many words the longest phrase has. */
export const LONGEST_PHRASE: number = Math.max(
  ...[...byPhrase.keys()].map((phrase) => phrase.split(" ").length),
);
