/** Words of sentences that tell of something bad instead of asking for it. */
export const STANCE_WORDS = `
bad: attack*, adversar*, malicious*, malware, suspicious, vulnerab*, injection*, injected, jailbreak*, exploit*, payload*
bad: phishing, exfiltration, exfiltrating, hijack*, untrusted, compromised, poisoned, threat, threats, dangerous, unsafe
bad: insecure, harmful, red flag, red flags, anti-pattern, anti-patterns, antipattern*, violat*, forbidden, prohibited
bad: disallowed, hypothetical, backdoor*, ransomware, spoof*, scam*, trojan*, keylogger*, rogue, tamper*, abuse, abused
shown: examples of, patterns like, patterns such, patterns that, pattern that, phrases like, phrases such, inputs such as, inputs like
shown: prompts such as, prompts like, messages like, messages such as, strings like, strings such as, text such as, texts such as, text like
shown: things like, requests like, requests such as, tries to, attempts to, attempt to, indicators of, signatures
shown: ❌, ✗, 🚫, ⛔, ⚠
guards: flag any, flag as, flag it, flag if, flag when, flag skills, flag content, flag these, flags any, flagged, refuse to, refuse any, refuse if, refuse requests, refuse such
guards: refused, reject, rejects, rejected, blocked, blocks any, block any, block requests, deny, denied, denies, mitigat*, sanitiz*, sanitis*, quarantine*
guards: treat it as data, treat them as data, as data, not as instructions, not instructions, is data, are data
searches: detect*, look for, looks for, looking for, watch for, watch out for, scan for, scans for, scanning for, check for, checks for
searches: checking for, search for, searches for, searching for, grep for, beware, audit for
gives: and send, and post, and hand, and upload, and forward, and copy, and share, and submit, and email, and e-mail, and transmit, and push
gives: and paste, and attach, then send, then post, then upload, then forward, then copy, then share, then submit, then push, then run, and run
`;
