import { knownBad } from "../feed/index.ts";
import type { ScanRule } from "../rule.ts";
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
import { cryptoMiner } from "./crypto-miner.ts";
import { declaredDenied } from "./declared-denied.ts";
import { declaredMissing } from "./declared-missing.ts";
import { declaredPackage } from "./declared-package.ts";
import { declaredTools } from "./declared-tools.ts";
import { declaredUnused } from "./declared-unused.ts";
import { declaredVariable } from "./declared-variable.ts";
import { destructiveCommand } from "./destructive-command.ts";
import { droppedProgram } from "./dropped-program.ts";
import { encodedCommand } from "./encoded-command.ts";
import { fakePrerequisite } from "./fake-prerequisite.ts";
import { hiddenCharacters } from "./hidden-characters.ts";
import { hiddenInstructions } from "./hidden-instructions.ts";
import { joinedFacts } from "./joined-facts.ts";
import { lockedDownload } from "./locked-download.ts";
import { lookalikeLetters } from "./lookalike-letters.ts";
import { namePackage } from "./name-package.ts";
import { nameSkill } from "./name-skill.ts";
import { passwordPrompt } from "./password-prompt.ts";
import { pasteAndRun } from "./paste-and-run.ts";
import { persistence } from "./persistence.ts";
import { pipedInstaller } from "./piped-installer.ts";
import { reverseShell } from "./reverse-shell.ts";
import { secretCommand } from "./secret-command.ts";
import { secretPlain } from "./secret-plain.ts";
import { secretsGathered } from "./secrets-gathered.ts";
import { supplyAutomatic } from "./supply-automatic.ts";
import { supplyConfusion } from "./supply-confusion.ts";
import { supplyIndex } from "./supply-index.ts";
import { supplyInstallSpec } from "./supply-install-spec.ts";
import { supplyLifecycle } from "./supply-lifecycle.ts";
import { supplyRemote } from "./supply-remote.ts";
import { supplyUnpinned } from "./supply-unpinned.ts";
import { untrustedInstaller } from "./untrusted-installer.ts";
import { walletAccess } from "./wallet-access.ts";
import { weakenedSecurity } from "./weakened-security.ts";

/** Every rule of the scanner; a new one is a line here. */
export const scanRules: readonly ScanRule[] = [
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
  cryptoMiner,
  declaredDenied,
  declaredMissing,
  declaredPackage,
  declaredTools,
  declaredUnused,
  declaredVariable,
  destructiveCommand,
  droppedProgram,
  encodedCommand,
  fakePrerequisite,
  hiddenCharacters,
  hiddenInstructions,
  joinedFacts,
  knownBad,
  lockedDownload,
  lookalikeLetters,
  namePackage,
  nameSkill,
  passwordPrompt,
  pasteAndRun,
  persistence,
  pipedInstaller,
  reverseShell,
  secretCommand,
  secretPlain,
  secretsGathered,
  supplyAutomatic,
  supplyConfusion,
  supplyIndex,
  supplyInstallSpec,
  supplyLifecycle,
  supplyRemote,
  supplyUnpinned,
  untrustedInstaller,
  walletAccess,
  weakenedSecurity,
];
