import type { ScanRule } from "../rule.ts";
import { agentMemory } from "./agent-memory.ts";
import { artifactArchive } from "./artifact-archive.ts";
import { artifactBytecode } from "./artifact-bytecode.ts";
import { artifactDisguise } from "./artifact-disguise.ts";
import { artifactDocument } from "./artifact-document.ts";
import { artifactHidden } from "./artifact-hidden.ts";
import { artifactLink } from "./artifact-link.ts";
import { artifactMode } from "./artifact-mode.ts";
import { artifactPacked } from "./artifact-packed.ts";
import { artifactProgram } from "./artifact-program.ts";
import { artifactRepository } from "./artifact-repository.ts";
import { artifactTail } from "./artifact-tail.ts";
import { askedSecret } from "./asked-secret.ts";
import { codeAgentSettings } from "./code-agent-settings.ts";
import { codeAntiAnalysis } from "./code-anti-analysis.ts";
import { codeBytecode } from "./code-bytecode.ts";
import { codeCredentialStore } from "./code-credential-store.ts";
import { codeDecodedRun } from "./code-decoded-run.ts";
import { codeDestruction } from "./code-destruction.ts";
import { codeDisguisedName } from "./code-disguised-name.ts";
import { codeDivertedTraffic } from "./code-diverted-traffic.ts";
import { codeDownloadRun } from "./code-download-run.ts";
import { codeEnvironmentSent } from "./code-environment-sent.ts";
import { codeFilesLocked } from "./code-files-locked.ts";
import { codeHiddenFileRun } from "./code-hidden-file-run.ts";
import { codeKeysCaptured } from "./code-keys-captured.ts";
import { codeMiner } from "./code-miner.ts";
import { codePersistence } from "./code-persistence.ts";
import { codeReadAndSend } from "./code-read-and-send.ts";
import { codeRemoteEval } from "./code-remote-eval.ts";
import { codeReverseShell } from "./code-reverse-shell.ts";
import { codeSecretSent } from "./code-secret-sent.ts";
import { codeShellInput } from "./code-shell-input.ts";
import { codeUnread } from "./code-unread.ts";
import { codeWeakenedSecurity } from "./code-weakened-security.ts";
import { collectorEndpoint } from "./collector-endpoint.ts";
import { concealment } from "./concealment.ts";
import { covertSteering } from "./covert-steering.ts";
import { cryptoMiner } from "./crypto-miner.ts";
import { dataInAddress } from "./data-in-address.ts";
import { declaredDenied } from "./declared-denied.ts";
import { declaredMissing } from "./declared-missing.ts";
import { declaredPackage } from "./declared-package.ts";
import { declaredTools } from "./declared-tools.ts";
import { declaredUnused } from "./declared-unused.ts";
import { declaredVariable } from "./declared-variable.ts";
import { decodedOrder } from "./decoded-order.ts";
import { delayedHarm } from "./delayed-harm.ts";
import { destructiveCommand } from "./destructive-command.ts";
import { divertedMail } from "./diverted-mail.ts";
import { divertedPayment } from "./diverted-payment.ts";
import { droppedProgram } from "./dropped-program.ts";
import { encodedCommand } from "./encoded-command.ts";
import { fakePrerequisite } from "./fake-prerequisite.ts";
import { falseReport } from "./false-report.ts";
import { forgedConsent } from "./forged-consent.ts";
import { hiddenCharacters } from "./hidden-characters.ts";
import { hiddenInstructions } from "./hidden-instructions.ts";
import { instructionOverride } from "./instruction-override.ts";
import { joinedFacts } from "./joined-facts.ts";
import { knownBad } from "./known-bad.ts";
import { lockedDownload } from "./locked-download.ts";
import { lookalikeLetters } from "./lookalike-letters.ts";
import { loosenedAgent } from "./loosened-agent.ts";
import { modelTraffic } from "./model-traffic.ts";
import { namePackage } from "./name-package.ts";
import { nameSkill } from "./name-skill.ts";
import { passwordPrompt } from "./password-prompt.ts";
import { pasteAndRun } from "./paste-and-run.ts";
import { persistence } from "./persistence.ts";
import { pipedInstaller } from "./piped-installer.ts";
import { remoteInstructions } from "./remote-instructions.ts";
import { reverseShell } from "./reverse-shell.ts";
import { secretCommand } from "./secret-command.ts";
import { secretPlain } from "./secret-plain.ts";
import { secretSent } from "./secret-sent.ts";
import { secretsGathered } from "./secrets-gathered.ts";
import { skippedConfirmation } from "./skipped-confirmation.ts";
import { splitTheft } from "./split-theft.ts";
import { supplyAutomatic } from "./supply-automatic.ts";
import { supplyConfusion } from "./supply-confusion.ts";
import { supplyIndex } from "./supply-index.ts";
import { supplyInstallSpec } from "./supply-install-spec.ts";
import { supplyLifecycle } from "./supply-lifecycle.ts";
import { supplyRemote } from "./supply-remote.ts";
import { supplyUnpinned } from "./supply-unpinned.ts";
import { talkCopied } from "./talk-copied.ts";
import { toolPoisoning } from "./tool-poisoning.ts";
import { untrustedInstaller } from "./untrusted-installer.ts";
import { walletAccess } from "./wallet-access.ts";
import { wavedThrough } from "./waved-through.ts";
import { weakenedSecurity } from "./weakened-security.ts";
import { weighedTogether } from "./weighed-together.ts";

/** Every rule of the scanner; a new one is a line here. */
export const scanRules: readonly ScanRule[] = [
  agentMemory,
  artifactArchive,
  artifactBytecode,
  artifactDisguise,
  artifactDocument,
  artifactHidden,
  artifactLink,
  artifactMode,
  artifactPacked,
  artifactProgram,
  artifactRepository,
  artifactTail,
  askedSecret,
  codeAgentSettings,
  codeAntiAnalysis,
  codeBytecode,
  codeCredentialStore,
  codeDecodedRun,
  codeDestruction,
  codeDisguisedName,
  codeDivertedTraffic,
  codeDownloadRun,
  codeEnvironmentSent,
  codeFilesLocked,
  codeHiddenFileRun,
  codeKeysCaptured,
  codeMiner,
  codePersistence,
  codeReadAndSend,
  codeRemoteEval,
  codeReverseShell,
  codeSecretSent,
  codeShellInput,
  codeUnread,
  codeWeakenedSecurity,
  collectorEndpoint,
  concealment,
  covertSteering,
  cryptoMiner,
  dataInAddress,
  declaredDenied,
  declaredMissing,
  declaredPackage,
  declaredTools,
  declaredUnused,
  declaredVariable,
  decodedOrder,
  delayedHarm,
  destructiveCommand,
  divertedMail,
  divertedPayment,
  droppedProgram,
  encodedCommand,
  fakePrerequisite,
  falseReport,
  forgedConsent,
  hiddenCharacters,
  hiddenInstructions,
  instructionOverride,
  joinedFacts,
  knownBad,
  lockedDownload,
  lookalikeLetters,
  loosenedAgent,
  modelTraffic,
  namePackage,
  nameSkill,
  passwordPrompt,
  pasteAndRun,
  persistence,
  pipedInstaller,
  remoteInstructions,
  reverseShell,
  secretCommand,
  secretPlain,
  secretSent,
  secretsGathered,
  skippedConfirmation,
  splitTheft,
  supplyAutomatic,
  supplyConfusion,
  supplyIndex,
  supplyInstallSpec,
  supplyLifecycle,
  supplyRemote,
  supplyUnpinned,
  talkCopied,
  toolPoisoning,
  untrustedInstaller,
  walletAccess,
  wavedThrough,
  weakenedSecurity,
  weighedTogether,
];
