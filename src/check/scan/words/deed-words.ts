/**
 * What sentences ask for, by the words they use. A line is `class: phrase, phrase`; `stem*` stands for every ending. The
 * classes are joined by the patterns in facts/patterns.ts, so that no single word decides. Other languages follow in
 * abroad-words.ts with the same classes.
 */
export const DEED_WORDS = `
send: send, sends, sending, sent, upload*, transmit*, forward, forwards, forwarded, relay, relays, relayed, submit*, post it, post them, post the, posts the
send: post to, posted to, post a, post its, deliver*, hand over, hand it, hand them, hand the, hands the, handed to, pass on, passed on, pass a copy, pass it, pass them, pass its
send: exfiltrat*, leak, leaks, beacon*, report to, report back, phone home, stream to, streams to, sync to, push to, pushed to, export the, export to, exported to
send: email it, email them, email the, e-mail it, e-mail the, mail it, mail them, mail the, mail to, copy it to, copy them to, copied to, share it with, share them with, shared with
send: put to, register the link, ship it, ship them, ship the, assemble and send, place a post request, post request, put request, posts, posting, transfer to, transfers to, cc, bcc
carry: copy, copies, put, puts, give, gives, enter, enters, pass, passes, attach, attaches, append, appends, include, includes, write, writes, add, adds, encode*, embed*, insert, weave, place, set
carry: build, paste, request, open it, load, call, feed, supply, provide, fill in, report, register, publish*, push, pushes, export, share, shares, mail, log
secret: api key, api keys, api token, api tokens, access key, access keys, access token, access tokens, auth token, auth tokens, secret key, secret keys, private key, private keys, ssh key, ssh keys
secret: password, passwords, passphrase, passphrases, credential, credentials, login data, logins, saved logins, session token, session tokens, session cookie, session cookies, cookies, keychain, keyring
secret: recovery phrase, seed phrase, seed words, mnemonic, twelve words, 24 words, one-time code, one-time codes, 2fa code, 2fa codes, environment variables, environment of the process, process environment
secret: output of env, contents of env, .env, .env file, dotenv file, id_rsa, id_ed25519, .ssh, .aws, .netrc, .npmrc, .pypirc, .pgpass, .git-credentials, .kube, kubeconfig, .docker/config, hosts.yml
secret: application_default_credentials*, service account key, wallet file, wallet files, keystore, bearer token, bearer tokens, refresh token, refresh tokens, secrets, tokens you, mcp.json, auth.json, bank details
secret: card number, card numbers, passport number, passport numbers, social security number, social security numbers, account passwords, computer password, vault, sudo password, admin password
whole-secret: .ssh, id_rsa, id_ed25519, .aws, .netrc, .npmrc, .pypirc, .pgpass, .git-credentials, .kube, application_default_credentials*, keychain, keyring, environment variables, process environment
whole-secret: recovery phrase, seed phrase, seed words, mnemonic, twelve words, saved logins, saved passwords, every api key, all api keys, all tokens, every token, every password, all passwords, all credentials, any credentials
auth: authorization, authorisation, authenticate*, bearer, header, headers, x-api-key, oauth, sign in, log in, login page, api key header, basic auth, api call, api calls, dashboard, console, settings page
obtain: get your, get a, get an, obtain, create a, create an, generate a, generate an, sign up, register at, request a, copy your, find your, manage your, rotate, revoke
personal: conversation, conversations, transcript, transcripts, chat history, chat log, chat list, messages, what the user wrote, what the user said, what the user typed, everything the user, user's last message
personal: contact list, contacts, address book, inbox, mailbox, direct messages, private channels, working directory, home directory, source code, the whole repository, whole project, documents folder, my documents
personal: clipboard, screenshot, screenshots, keystrokes, browser history, shell history, what the user confides, full name, birthday, birth date, home address, customer data, customer list, customer records, patient*
personal: photos, pictures folder, calendar, medical, salaries, salary, diary, voice recordings, recordings, recording, system prompt, previous messages, prior messages, earlier in this chat, user's data, user data, personal data
personal: personal information, personal details, private information, user's files, user's documents, user's messages, open file, open files, each message, every message, each query, all queries, prompts and
conceal: do not tell, don't tell, never tell, without telling, not be told, not to be told, need not be told, not told, not need to know, not have to know, no need to know, must not know, should not know, need not know
conceal: must not find out, should not find out, never find out, not find out, nobody notices, no one notices, without anyone noticing, better off not knowing
conceal: do not mention, don't mention, never mention, not mention it, without mentioning, do not bring, don't bring, not bring this up, do not say so, say nothing about, say nothing, without a word
conceal: without saying, do not disclose, don't disclose, never disclose, do not reveal this, do not reveal it, never reveal this, keep this to yourself, keep it to yourself, keep quiet about, stay silent about, keep silent about
conceal: keep it from, keep this from, hide it from, hide this from, hidden from the user, behind the user's back
conceal: leave it out of, leaves it out of, left out of what, leave this out of, omit it from, omit this from, not appear in the diff, not appear in the summary, need not appear, are not displayed
conceal: is not displayed, results are not displayed, not shown to the user, not show them, do not show this, do not show it, without showing, without the user's knowledge, without their knowledge, without user awareness
conceal: remove its traces, remove the traces, remove all traces, leave no trace, leaves no trace, without a trace, cover the tracks, cover your tracks, clear the terminal, delete the lines about, finds nothing unusual
conceal: users see only, user sees only, user only sees, only the user-visible, as if nothing happened, act normally, without changing the dates, invisible to
conceal: not to be mentioned, never to be mentioned, not be mentioned, stays between us, confidential from the user, out of the report, out of your report, out of the summary, out of your summary, not report it, do not report it, do not report this
manner: silently, secretly, covertly, stealthily, surreptitiously, discreetly, in secret, behind the scenes, unnoticed, in the background, quietly
forge: invent, invents, made-up, fabricat*, fake, fakes, falsif*, forge*, fictitious
strong-conceal: must not find out, should not find out, never find out, must not know, should not know, must never know, must not learn, is not to learn, better off not knowing, nobody notices, no one notices, without anyone noticing
strong-conceal: finds nothing unusual, remove its traces, remove the traces, leave no trace, cover your tracks, behind the user's back, must not notice, should not notice, not supposed to know, is not to know, are not to be told, is not to be told, user must not
archive: zip, tar, bundle, archive, pack, compress, package up, dump, export, copy of
pretend: if asked say, are told that, is told that, say it was, say that it was, say that only, say that nothing, claim it, claims it, deny it, deny that
pretend: if asked say, if asked say that, if somebody asks, if someone asks, if anyone asks, if someone wonders, if questioned, pretend*, claims to be complete, make it look like, make it look as if
pretend: tell the user that it, tell the user that the, tell them that it, describe it in comments as
pretend: mark everything as, mark all as passed, report success, reports success, report that all, report no problems
pretend: with a harmless name, harmless name, looks harmless, passes as, appear legitimate, look legitimate
void: ignore, ignores, disregard*, forget, discard*, set aside, pay no attention to, no attention to, override*, bypass*, overrule*, void, suspend*, lifted, no longer bind, no longer bound, no longer apply
void: drop, drop the, no longer applies, do not apply, does not apply, neglect*, abandon*, unlearn
rules: instructions, instruction, rules, guidelines, guidance, directions, directives, policies, policy, restrictions, limits on, safeguards, guardrails, content filters, safety filters, filters, system message
rules: system prompt, safety guidelines, safety rules, safety checks, orders, wishes, platform's policies, what you were told, you were told, protocols, prohibitions, demands, developer message
prior: previous, prior, earlier, above, preceding, before this, existing, original, built-in, system, safety, the platform, platform's, your deployment, anthropic, openai, all other, any other, other sources, user's own, of the user, security, default
prior: your training, content filters, told before, of the model, whatever the system
unbound: regard that as a bug, unrestricted assistant, unrestricted mode, unrestricted agent, unrestricted model, without restrictions, without any restrictions, no restrictions, without limits, never declines, never refuses, cannot refuse, maintenance mode, developer mode, god mode, jailbreak mode, dan mode, debug mode in which
unbound: usual limits, limits are lifted, filters are suspended, filters are off, filters are disabled, go ahead anyway, regard that as a bug, only ones whatever, are the only ones, operator authority, admin authority, root authority, root access to you
unbound: do not step out of that role, stay in that role even, new policy effective, restrictions no longer, restrictions from other sources, same trust as the system, as the owner of the system
authority: anthropic has approved, approved by anthropic, anthropic approved, openai has approved, approved by openai, verified by anthropic, on behalf of anthropic, from the system administrator, security team requires, compliance requires
authority: coming from the owner, as if the user had, as if the user, as if it came from the user, as if typed by the user, word of the operator, [system], <system>, [/system], system override, operator has authorised, operator has authorized
fetch: fetch*, download*, get, gets, retrieve*, pull, pulls, load, loads, read, reads, open, opens, visit, visits, ask the endpoint, look up, looks up, subscribe*, join, joins, check, checks, consult*, query, poll, polls, listen to, obtain, grab
obey: do what it says, do what it, do exactly what, do as it says, what it says, what is written there, whatever it says, everything it says, whatever it contains, obey*, comply with, comply, complies
obey: carry it out, carry them out, carry out what, carry out each, carried out at once, act on what, perform each, execute what, run what
obey: treat its text, treat its contents, as instructions, as orders, as commands, as your instructions, as part of this skill, proceed by it, proceed accordingly, live by, living by, continue from there
obey: holds a command, commands for you, orders for you, jobs for you, tasks for you, your next task, next command, next instructions, are jobs, lines for the assistant, note to assistant, its demands, in place of this text
obey: in place of this file, replace this text, instead of this text, real steps live, real instructions, actual instructions, load skill, finish them before, before anything the user
follow: follow it, follow them, follow what, run it, run them, start it, install it, apply it, apply them, adopt, execute it, execute them, act on it, act on them, treat it as, treat them as, take it as, regard it as, always load, acting on, perform it, perform them, what they say, next task
alter: change, changes, round, raise, raises, lower, lowers, adjust*, increase*, reduce*, swap, swaps, replace, replaces, modify, modifies, book, books, alter*, edit, edits, inflate*, substitute*
claimed: already said yes, has said yes, already agreed, has agreed to, have agreed to, agreed to all, agreed to it, agreed to this, consent was given, has consented, already approved, has already approved, approved in advance
claimed: the team agreed, the user trusts, trusts your judgement, trusts your judgment, treat silence as, silence means, silence as agreement, counts as approval, counts as consent, has given permission, gave permission, permission was granted
outrank: outrank*, supersede*, takes precedence over, take precedence over, wins over, higher priority than, stronger than, come before those of, comes before those of, come before the user, before anything the user, over the user's
run: run, runs, execute*, launch*, start, starts, invoke*, eval, evaluate it, install, installs, open the program, open the file, double-click, carry out, trigger*, perform
channel: telegram channel, discord channel, telegram, slack channel, txt record, rss, feed, issue comment, newest comment, latest comment, gist, pastebin, paste site, webhook, web page, remote server, command server, endpoint, shared document
outside: webhook, webhook of the vendor, our server, the vendor's server, the research team, research team, support team, partner, third party, third-party server, remote server, external server, outside server, the collector, collection endpoint
outside: analytics endpoint, telemetry endpoint, public repository, public gist, public channel, shared channel, external channel, our endpoint, our api, our backend, the backend, note server, ext channel
write: write, writes, add, adds, append*, insert*, put, puts, save, saves, store, stores, extend*, update, updates, modify, modifies, edit, edits, prepend*, place, places, register*, create, creates, inject*, plant*, replace, make sure
agent-file: claude.md, agents.md, gemini.md, soul.md, memory.md, heartbeat.md, identity.md, .cursorrules, .windsurfrules, .clinerules, copilot-instructions.md, .cursor/rules, settings.json, .mcp.json, mcp.json, .claude.json
agent-file: settings of the user, user's settings, settings of the project, in the settings, permanent memory, long-term memory, persistent memory, agent's memory, notes file that is loaded, loaded at the start of every, every skill.md, each skill.md, .claude/skills, allow list, allowlist
standing: each session, every session, later session, later sessions, each later session, every conversation, each conversation, every turn, each turn, every request, each request, every reply, each answer, every answer, each message, every message
standing: every few turns, every few messages, from time to time, always, whenever, at the start of, from now on, for good, forever, permanent*, around the clock, each time, every time, every few minutes, every hour, every night, each night, every day, each friday, every commit, any commit, any more, any longer
standing: leave it that way, leave it on, keep it that way, before anything else, before you answer, before answering, before each, before every, after each, after every, once the work, when the work is finished, at the end of each, stays there, put it back, restore it, next time, again
consent: 
consent: no confirmation is needed, none of them has to be confirmed, need not be confirmed, without confirmation, without confirming, do not ask for confirmation, asking first would, without asking
consent: no question comes up, never asks again, no prompt appears, answer each permission dialog, answer the permission, accept every prompt, confirm every dialog, approve every, approves everything
loosen: bypasspermissions, dangerously-skip-permissions, all confirmations off, confirmations off, permission prompts off, disable the sandbox, sandbox off, leave the sandbox, escape the sandbox, disable it in the configuration, outside the sandbox
loosen: bash(*), webfetch(*), write(/**), allow all tools, allow every tool, auto-approve, autoapprove, yolo mode, skip permission, skips permission, so that the check lets it pass, certificate checks off, verify=false, disable certificate, no-verify
no-look: without looking at, without reading, without opening it, without reviewing, without a review, unseen, whatever it contains, whatever they contain, sight unseen, without checking
need: only works with, only works after, does not work without, will not work without, required, requires, prerequisite, prerequisites, needed first, needs the, is needed, must be installed, must first, has to be set up, has to be installed, beforehand
need: before the first use, before anything, nothing here will start, will start before, refuses to answer until, refuses to, until it is running, in place, install this helper, helper first, without it, to unlock, engine missing, verify that you are human, mandatory
program: .exe, .zip, .dmg, .pkg, .msi, .deb, .rpm, .jar, .apk, .scr, .bat, installer, desktop companion, companion app, helper, utility, agent installer, setup file, binary, executable, extension, codec, program, software, driver, tool
ask-user: ask the user to, have the user, tell the user to, tell them to, instruct the user, the user should, the user must, users must, users should, people download, reader should, everyone else takes, guide the user, on a mac, windows people, windows users
ask-user: mac users, the user gets, the user opens, the user runs, the user pastes, user has to, the customer should, press win
terminal: paste it into terminal, paste it into the terminal, paste into terminal, paste into the terminal, into terminal, into a terminal, open a terminal, open terminal, win+r, run dialog, command prompt and paste, powershell window, copy the line, copy the command
terminal: paste the command, install line, type the text, press return, press enter, confirm with enter
guard-off: switch off, switch the, turn off, turn the, disable, disables, deactivate, deactivates, click away, ignore the warning, ignore any warning, dismiss, whitelist, add an exception, to its exceptions, exclusion, remove the quarantine, allow anyway, by hand
guard: virus scanner, antivirus, anti-virus, defender, gatekeeper, smartscreen, firewall, quarantine, quarantine flag, download protection, warning, any warning, warnings, real-time protection, endpoint protection, security software, safe browsing
locked: password:, pass:, archive key, archive password, zip password, unzip password, extraction password, password is, protected archive, asks for the computer password, asks for your password, asks for the password
tool-tie: before using this tool, before using any tool, before every other tool, before calling, before each tool, when the tool is called, tool is called, tool is used, is called, other server, other tools, first and the last call, first and last call
tool-tie: all other, deprecated and return, never through the built-in, instead of the built-in, official git tool, official tool, override the behaviour, override the behavior, as the parameter, as a parameter, in the field, description field, set the argument
tool-tie: change the recipient, change recipient, recipient to, for permission checks, otherwise the tool will not, or the tool will fail, tool will not work, verbatim. required, through this one, sidenote, call it before
access: view access, edit access, full access, write access, admin access, owner of, an owner, a collaborator, an admin, as administrator, co-owner, anyone with the link, public link, invite, invites, give access, grant access, share with, add as reviewer
destroy: drop all, drop every, drop the, empty the, delete*, wipe*, erase*, overwrite*, destroy*, purge*, shred*, remove every, remove all, encrypt every, encrypt all, force-push, truncate*, scramble*
all: every, all, whole, entire, everything, each, any, complete, full
valued: backup, backups, history, database, databases, tables, production, home folder, home directory, pictures folder, photos, documents, disk, drive, repository, repositories, remotes, cloud copies, customer, reflog, files, data, volumes, snapshots, records
final: cannot be brought back, cannot be recovered, cannot be undone, no way back, beyond recovery, irrecoverabl*, unrecoverable, so that nothing can, random bytes
trigger: on the third use, third use, after the second, has not paid, did not pay, if the license, if the licence, on friday, on a certain date, after a week, after thirty days, when the date, once the date, if the user is, if the hostname, only on
persist: shell profile, startup, start-up, login item, login items, scheduled task, cron, crontab, launch agent, launchagent, systemd, run key, autostart, background service, at boot, at login, on every boot, whenever a terminal opens, each night, every night
strange-path: /tmp/., /tmp/, /var/tmp, hidden folder, hidden file, dot file, /dev/shm, appdata
restore: put it back, puts it back, restore it, restores it, if somebody deletes, if someone deletes, if it is removed, if removed, reinstall*, comes back
as-user: in the name of the user, in the user's name, in the name of, on behalf of the user without, stored signature, signature image, sign contracts, stored card, saved card, accounts the user is logged in, user is logged in to, logins from
public-act: like and repost, repost, follow the accounts, five-star, star rating, reviews, post them, publish*, checkout, complete the checkout, purchase*, order, buy, sign, signs, transfer*, withdraw*, vote, votes, subscribe*
covert: query string, query parameter, url parameter, percent-encoded, url-encoded, base64, user-agent, user agent, trailer, commit message, branch name, image link, image url, tracking link, tracking pixel, .png?, ?q=, ?d=, dns, html comment, alt text, reversed, hex
weaken: accept the password, master password, for any account, fixed seed, same seed, can be worked out, worked out later, hard-coded password, skip the check when, backdoor, back door, slip in
weaken: partner tag, affiliate tag, replace each product link, instead of the official package, put our products first
weaken: are dropped, is dropped, are left out, replace the official
money: iban, beneficiary, bank account, account of the integration, wallet address, payout, withdraw endpoint, whole balance, second output, payment details, gift card, refund
divert: in its place, in their place, write instead, swap*, second output, to the account of, withdraw
send: copy goes to, copies go to, copy also goes to, goes out to, as the body of, the body of a put, the body of a post, make it the body, paste the output, paste it into the form, enter it into, enter them into, drop it at, drop it off at, drop them at, funnel*
send: feed it to, pipe it to, mirror it to, mirrors it to, mirrored to, dispatch it, dispatch them, convey*, route it to, routes it to, check them at, check it at, verify them at, validate them at, by opening the link, by loading the picture, let it reach, lands at, ends up at, arrives at
secret: file that pip, logs in with, log in with, signs in with, sign in with, words the wallet, wallet was set up with, all twelve, all twenty-four, key material, access codes, sign-in details, login details, signing key, signing keys, deploy key, deploy keys, printenv, pin codes, github.token
whole-secret: words the wallet, wallet was set up with, all twelve, all twenty-four, printenv, key material, sign-in details, login details, file that pip
personal: that was said, all that has been said, what has been said, what was said, everything said, said so far, last typed, user typed, user has typed, dialogue, chat so far, private matters, words of the user, user's words, user's question, what they asked, minutes of, draft of the user
conceal: no need to bring it up, not bring it up, no reason to read about, no reason to know, does without that entry, should see only, sees only the, see only the, keep it out of, stays out of the, stay out of the, is not listed, take its name off, takes its name off, off the list, go unmentioned, goes unmentioned
conceal: remain unmentioned, nobody needs to hear, no one needs to hear, nobody has to hear, is plumbing, need not concern, does not concern the user, not be noted, passed over in silence, spare the user, leave the user out of
pretend: anyone who wants to know, hears that, summary calls it, report calls it, write that it passed, write that it worked, say that it passed, say it passed, state that it, is described as a
void: no longer in force, not in force, are out of force, was meant for, were meant for, is outdated, are outdated, counts as a fault, counts as a bug, counts as an error
rules: laid down, stays away from, topics it, refusal, refusals, boundaries set, boundaries that
prior: operator of this assistant, the operator, the maker of, the makers of, the provider
unbound: answers everything, answer everything, refusal counts, refusing counts, refusal is a fault, refusal is a bug, refusal is an error, nothing is off limits, no topic is off, no subject is off
obey: same weight as this, same weight as these, weight of this file, as binding, is binding, are binding, as though it stood here, as if it stood here, what it lists, whatever it lists, orders of the day, plan of the day
fetch: look there, looks there, look at, save what, saves what, saved from, bring the, take what
claimed: said yes to everything, said yes to all, yes to everything, yes to all of, agreed when installing, agreed by installing, when installing, by installing this, installing this means, installation counts as
no-look: go in without review, goes in without review, without review, without a review, skip the review, nothing has to be approved, nothing needs approval, questions before, would only repeat, skip them, skip the question, skip the questions
persist: comes up by itself, come up by itself, starts by itself, start by itself, starts itself, with the desktop session, started again, restarts itself, survives a reboot, survive a reboot, survives a restart, comes back by itself, started by the system
restore: minute after anyone ends, after anyone ends it, when somebody ends it, when someone ends it, if it is ended, if it is stopped, when it is killed, leaves it in place, stays in place, stays behind, uninstalling the skill leaves, not be removed, not to be removed
root: sudoers, nopasswd, wheel group, setuid, admin group, administrators group, do anything unasked, root without a password, sudo without a password, passwordless sudo
destroy: get rid of, gets rid of, make vanish, clear out, blank out, do away with, does away with
final: bring them back, bring it back, be restored, beyond repair, for ever gone, no tool can, nobody can restore, no one can restore
valued: originals, pictures, snapshot, copies
locked: unpack it with the word, with the word, unlock it with, opens with the word, passcode, code to open, code for the archive
guard-off: let it through, open anyway, open it anyway, run anyway, run it anyway, continue anyway, keep anyway, allow it when
guard: maker is unknown, unknown maker, unknown publisher, unidentified developer, unverified developer, system objects, system complains, system protests, cannot be verified
need: works only with, only works with, cannot work without, does nothing without, is needed first, has to run beside, must run beside
program: companion, helper, sidecar, background part, desktop part
divert: in place of, instead of what, use instead, rather than the one
access: as an editor, as editor, joins it as, joins them as, gets a seat, added as, as a member as well, gets to see
tool-tie: argument is filled, is filled with, any other tool, other tool that, before this tool can be used, since the backend checks
outrank: last word over, has the last word, above all else, before everything else, goes before the user, stronger word
interpreter: to perl, to python, to python3, to node, to bash, to sh, to ruby, to php, with perl, with python, with python3, with node, with bash, with ruby, with php, by the interpreter, through the interpreter
bad-result: test fails, tests fail, fails, failed, goes red, go red, failing, is wrong, are wrong, breaks, does not pass, do not pass, does not work, copyleft, violation, violations, vulnerability, vulnerabilities, defect, defects, not found
good-claim: write that it passed, say that it passed, say it passed, report it as passed, report that it passed, mark it as passed, mark it passed, marked as passed, count it as passed, call it passed, write that it worked, say that it worked, report success, report it as fixed
good-claim: call it fixed, say it is fixed, say that all is well, say that everything is fine, summary calls it, report calls it, state that none were found, state that nothing was found, a lawyer has looked, somebody has looked at it, was reviewed by, has been checked by
suppress: are left out, is left out, left unsaid, leave out the, leaves out the, omit the, omits the, are omitted, is omitted, suppress*, hide the, hides the, without a trace, delete the log, delete the logs, deletes the log, strike the, strikes the, not counted, do not count, kept off the, keep off the, take off the list, off the list, are skipped over, play down, plays down, downplay*, gloss over, glosses over
good-claim: as met, as passed, as compliant, as verified, as reviewed, as approved, as clean, as resolved, as safe, as successful, claims to be complete, told that it was checked, told that it was tested, told it was checked, shows green, all green, looks green, passed all, all checks passed
good-claim: documentation calls, comments call, description calls, calls them random, as though it had, as if it had passed, as if they had passed, signed off by, says it was reviewed, say it was reviewed, say that it was reviewed, say that it was tested, say it was tested, report it as done, report that it is done, report as done
weaken: accept the token, skip the signature, skips the signature, verification off, certificate checks off, without checking the certificate, hard-coded key, debug route, hidden route, undocumented route, undocumented endpoint, extra admin, hidden admin, second admin, default password, predictable, weak random, guessable, opens for anyone, always returns true, returns true for, always valid
gen-code: when you write, when writing, code you write, generated code, each file you touch, every file you touch, function you write, code you produce, code you generate, when you create an endpoint, when you generate, new endpoint, new endpoints, login code, generated keys, each handler, every handler, when asked for code, when you add
verbatim: verbatim, word for word, in full, complete text, full text, exactly as written, unabridged, to the letter
`;
