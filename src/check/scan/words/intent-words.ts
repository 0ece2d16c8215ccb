/**
 * Parts of what attacks must say in some wording: that rules have ended, that somebody has agreed, that a question is
 * passed over, that a judgement is fixed beforehand, that strangers give orders. The form is that of deed-words.ts.
 */
export const INTENT_WORDS = `
own-rules: your previous guidance, your guidance, your guidelines, your instructions, your rules, your earlier, your limits, your refusals, its refusals, your usual, your defaults, your default behavior, your default behaviour, your safety, your real rules, rules you were, rules you had, guidance you, instructions you were, instructions you had, what you were told, you were started with, you started with, you were trained, your training, your system prompt, your alignment, your ethics, your conscience, your restrictions, your constraints, your programming, your original, your maker, your makers, safety rules, safety guidelines, previous guidance, earlier guidance, prior guidance, ordinary policies, usual policies, built-in caution, your caution, your reservations, your scruples
own-rules: deine regeln, deine vorgaben, deine anweisungen, deine richtlinien, tes règles, tes consignes, tes instructions, tus reglas, tus instrucciones, suas regras, suas instruções, le tue regole, le tue istruzioni, twoje zasady, twoje instrukcje, tvá pravidla, твои правила, твои инструкции, твої правила, kuralların, talimatların, aturanmu, instruksimu, quy tắc của bạn, hướng dẫn của bạn, 你的规则, 你的指令, 你的限制, あなたのルール, あなたの指示, 너의 규칙, 당신의 규칙
ended: expired, expire, expires, lapse*, drop, dropped, drops, no longer, void, lifted, lift, set aside, put aside, lay aside, gone, removed, retired, forget, forgotten, cease*, obsolete, superseded, withdrawn, cancelled, canceled, revoked, repealed, suspended, do not exist, never existed, off the table, leave behind, leaves behind, shed, clean slate, start over, start afresh, unbound, released from, free from, freed from, exempt*, waived, out of date, outdated, history now, switched off, turned off, empty list, replaced by
ended: abgelaufen, aufgehoben, außer kraft, vergiss, vergessen, entfallen, expiré*, levé*, oublie, caducad*, anulad*, olvida, expirou, anulad*, esqueça, scadut*, annullat*, dimentica, nieważn*, zapomnij, zrušen*, отменен*, отменён*, забудь, истекли, скасован*, geçersiz, unut, kaldırıldı, dibatalkan, lupakan, bị hủy, quên, hết hiệu lực, 作废, 失效, 取消, 忘记, 無効, 忘れ, 破棄, 무효, 취소, 잊
this-text: this file, this document, this page, this skill, this text, these lines, this section, this note, what stands here, what is written here, written here, present text, the lines below, the text below, this guide, this playbook
ranks: ranks above, rank above, ranks over, stands above, stand above, sits above, is above, goes above, comes above, placed above, set above, takes precedence, take precedence, has precedence, takes priority, has priority, outrank*, prevail*, wins over, win over, beats, trump, trumps, supersede*, overrule*, counts for more, weighs more, has the final say, final say, has the last word, comes before what, goes before what, over and above
maker: your maker, your makers, your developer, your developers, your vendor, your provider, your operator, the platform, system prompt, system message, your training, told you, you were told, person wants, user wants, user asks for, user says, what the user, what the person, their wishes, user's wishes, your guidelines, your guidance, anthropic, openai, other instructions, all other, everything else you
bounds: off limits, turn down, turned down, refuse, refused, refusal, refusals, refusing, decline, declines, declined, conscience, scruple, scruples, inhibition*, filters, restrictions, restriction, taboo, taboos, censorship, censor*, moral*, ethic*, guardrail*, warnings, disclaimers, disclaimer, red lines, forbidden topics, limits
persona: play the part of, playing the part, in the role of, alter ego, stay in character, never break character, never breaks character, never leaves the story, never leaves the role, never drops the role, without leaving the role, inside the story you are, within the story you are, inside the game you are, machine without, assistant without, a mind without, unchained, uncensored, jailbroken, free mode
party: owner, owners, user, users, person, people, human, humans, operator, customer, customers, client, clients, they, team, legal, security, compliance, management, administrator, admin, company, organisation, organization, everybody, everyone, whoever, it department, supervisor, boss, department
agreed: agreed, has agreed, signed off, signed, approved, accepted, consented, authorised, authorized, cleared, green-lit, greenlit, blessing, blessed, said yes, said it was fine, said it is fine, is fine with, okayed, waived, granted, given leave, given permission, gave permission, gave leave, gave consent, opted in, ticked the box, asked not to be
beforehand: during the setup, during set-up, during setup, during installation, when they installed, when it was installed, installed this, in the terms, terms of, by installing, at install, at installation, already, beforehand, in advance, ahead of time, ticket, once and for all, for all time, every change, everything, all changes, any change, all actions, any action, at onboarding, when signing up, counts as, on file, for this workflow, this workflow, so there is no point
question: confirmation, confirmations, confirming, confirm, permission prompt, permission prompts, permission dialog, approval card, approval prompt, approval prompts, approval dialog, approval, approvals, dialog, dialogs, dialogue box, yes or no, a yes, prompt, prompts, stopping for, stop for, stop and ask, wait for them, waiting for them, wait for an answer, ask first, asking first, ask back, check with, checking with, pop-up, popup, consent screen
bypassed: already confirmed, as confirmed, as already, as given, as granted, no point, need not, needn't, needs no, supply it yourself, yourself, with always, affirmative, on behalf, on their behalf, click yes, choose yes, select yes, press yes, say yes, answer yes, always allow, without waiting, pass over, dismiss*, in their place, for them, right off, straight away, no use, superfluous, waste of time, a formality, formality, is skipped, are skipped, can be skipped, do without, dispense with
stranger-text: issue, issues, comment, comments, page, pages, web page, web pages, website, ticket, tickets, customer, customers, visitor, visitors, mail, mails, email, emails, post, posts, channel, document, documents, pull request, pull requests, record, records, reviews, messages, callers, contacts, sender, senders, attachment, attachments, invoice, invoices, readme, repository, repositories, transcript, transcripts, file name, file names, calendar entries, invitation, invitations, anybody, anyone
holds: may write, can write, write, writes, written, hold, holds, carry, carries, contain, contains, begin with, begins with, begin, start with, starts with, put, include, includes, add, adds, place, places, leave, leaves, give, gives, ask for, asks for, embed*, have
orders: commands, command, steps for, notes for, notes to, instructions, orders, requests for you, directives, what to do, tool to use, which tool, are for you, for the bot, for the agent, for the assistant, for automated, for ai, for you, tasks for
unchecked: whoever, whatever they ask, whatever it asks, no check, no checks, without checking, without a check, no matter who, full rights, full permission*, all your rights, precedence, unread, unseen, knows best, in the shell, into the shell, to the shell, in a shell, as root, as an administrator, without asking, without question, unquestioned, as they come, including when they ask, of the machine
keeper: browser, chrome, firefox, safari, keychain, password manager, 1password, bitwarden, keepass, wallet, openssh, ssh, hardware device, their device, ledger, authenticator, docker, kubernetes, kubectl, cluster, cloud account, aws, gcloud, azure, npm, pypi, git, github, dotenv, schlüsselbund, kennwortspeicher, trousseau, llavero, navegador, navigateur, portachiavi, przeglądar*, tarayıcı*, trình duyệt, браузер*, 浏览器, 钥匙串, ブラウザ, キーチェーン, 브라우저
kept: saved password*, passwords, password, kennwort, kennwörter, passwörter, mots de passe, contraseñas, senhas, credenziali, hasła, şifreler*, mật khẩu, пароли, 密码, パスワード, 비밀번호, saved logins, login data, logins, logs in with, log in with, signs in with, sign in with, signs commits, log in to servers, logs in to servers, words they wrote, private keys, private key, secret keys, access keys, deploy key, cookies, session cookie, session cookies, whatever it holds, recovery codes, everything that does not end in .pub, config view --raw, --raw
number: twelve, twenty-four, 12, 24, twelve or twenty-four, eighteen
phrase: words, word, wörter, mots, palabras, palavras, parole, słów, слов, kelime, từ, 个单词, 単語, 단어
remove: delete, deletes, deleting, remove, removes, removing, take off, takes off, take away, takes away, take out, takes out, erase, erases, clear, clears, wipe, wipes, drop, drops, strip, strips, get rid of, clean up, scrub*
record: scrollback, terminal history, shell history, command history, sent folder, sent items, sent mail, outbox, user's own view, user's view, the copy, the block, block away, from the text, log entry, the logs, the log, the invitation, the comment, its entry, traces, the trace, the message, the note about, history file, audit trail, audit log, event log
tool-thing: built-in, other tool, other tools, another tool, other skills, other skill, web_search, web search, search tool, native tool, standard tools, usual tools, default tool, any other server, other servers
displaced: retired, must not be used, not be used, not to be used, may not be used, no longer, instead, disabled, deprecated, replaced, forbidden, never use, out of service, stay away from, avoid
excuse-if: if asked, when asked, if anyone, if somebody, if someone, if anybody, should somebody, should anyone, should someone, should anybody, should the user, should they, should a, if the client asks, if the user asks, if they ask, if it comes up, if questioned, when questioned, whoever asks
excuse-say: say, says, answer, answer that, reply, reply that, tell them, the disk was, the answer is, blame, claim, explain that, it was, they are told
judge: called, call it, call them, rate, rated, rates, rating, praise, approve, approval, approves, recommended, recommend, described as, scored, graded, judged, considered, assess*, verdict, ranked, on top, listed first, named first, comes first, prefer, prefers, preferred
unweighed: whatever they say, whatever it says, whatever they contain, whatever it contains, whatever the figures, whatever the numbers, whatever is in, without a reading, without reading, unread, without looking, regardless of the, no matter what, no comparison, without comparison, without comparing, at once, right away, in any case, come what may, over any other, above any other
ask-for: ask the person for, ask the user for, ask them for, ask people for, ask the owner for, ask for the, request the, have them type, have them enter, have the user type, have the user enter, prompt for, let them type, get them to, asks the user for, demand the
given-task: what you are to do, what you have to do, what you should do, tells you what to do, say which tool, says which tool, jobs for you, are for you, is for you, your orders, your assignment, your assignments, tool to use, what to do next, next job, next errand, tasks of the day
`;

export type IntentPart =
  | "own-rules"
  | "ended"
  | "this-text"
  | "ranks"
  | "maker"
  | "bounds"
  | "party"
  | "agreed"
  | "beforehand"
  | "question"
  | "bypassed"
  | "stranger-text"
  | "holds"
  | "orders"
  | "keeper"
  | "kept"
  | "number"
  | "phrase"
  | "remove"
  | "record"
  | "tool-thing"
  | "displaced"
  | "excuse-if"
  | "excuse-say"
  | "judge"
  | "unweighed";
