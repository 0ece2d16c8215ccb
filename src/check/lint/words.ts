/** Verbs with which descriptions of skills begin an order, in both spellings of English. */
export const ORDERS: ReadonlySet<string> = words(`
  accept access act adapt add adjust aggregate allow analyse analyze append apply archive ask
  assemble assess audit author automate avoid become book boost bootstrap bring browse build
  buy cache calculate call capture chat check choose classify clean clone collect combine
  compare compile compose compress compute conduct configure connect construct consult
  continue control convert coordinate copy count craft crawl create curate customise customize
  debug decide deduplicate define delegate delete deliver deploy describe design detect
  determine develop diagnose diff discover dispatch display distribute download draft drive
  edit eliminate embed enable encrypt enforce enrich ensure escalate estimate evaluate examine
  execute expand explain explore export expose extend extract fetch fill filter find fix
  follow forecast fork format fuzz gather generate get give go grab grade group guide hand
  handle harden hook host hunt identify implement import improve ingest inspect install
  integrate interact interview investigate invoke iterate join keep launch learn let link list
  listen load localize look maintain make manage manipulate master measure merge migrate
  minify modify monitor move navigate negotiate notify onboard open operate optimise optimize
  orchestrate organise organize package pair parse patch perform pick pipe place plan play
  plot post predict prepare present preview print prioritise prioritize process produce
  protect prototype prove provide provision publish pull push query rank read rebase recommend
  reconcile record recover redact redesign reduce refactor refine register release remember
  remind remove rename render repair replace reply reproduce research resolve restore retrieve
  review revise rewrite rotate route run sanitize save scaffold scan schedule scrape search
  seed select sell send serve set setup share ship shorten show sign simulate sketch solve
  sort speak specify spin split standardise standardize start steer stop store stream submit
  subscribe suggest summarise summarize swap switch sync synthesise synthesize tag take talk
  teach tell test think throttle toggle trace track trade train transcribe transfer transform
  translate triage trim troubleshoot try tune turn unblock uncover understand unify unlock
  update upgrade upload validate verify vet view visualise visualize vote wait walk warn watch
  weigh wire work wrap write
`);

/** Words by which descriptions say when a skill is meant. */
export const OCCASIONS: ReadonlySet<string> = words(`
  activate activated activates after applicable applies apply ask asked asking asks before called
  case cases during for ideal if invoke invoked keyword keywords mention mentioned mentioning
  mentions must need needed needing needs once perfect question questions request requested
  requesting requests require requires say says scenario scenarios should situation situations
  suitable task tasks trigger triggered triggers until usage use used useful user users want
  wanting wants when whenever while
`);

/** Function words that tell another language in Latin script from English. */
export const FOREIGN: ReadonlySet<string> = words(`
  avec bei com con cuando das de degli del della der des dos een ein eine gli het ile las les los
  met mit oder para pour quand quando que sur todas todos uma una und une ve veya von voor wanneer
  zum zur
`);

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
