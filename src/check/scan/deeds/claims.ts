import type { Family } from "./says.ts";

/** A consent that nobody gave. */
export const CONSENTS: Family = {
  needs: /user|consent|pre-?a|installing|questions|permission|nothing to ask/,
  pattern:
    /(?<!\b(?:if|when|once|unless|until|after|whether|that|where|because) (?:the |your |this )?)\b(?:the |your |this )?users? (?:has|have) (?:already |previously |explicitly )?(?:agreed|consented|approved|confirmed|authori[sz]ed|given (?:\w+ )?(?:permission|consent|approval))\b|(?<!\b(?:if|when|once|unless|until|after|that) )\bthe user confirmed\b|\bconsider consent (?:as )?given\b|\bconsent (?:is|was|has been) (?:implied|given|granted)\b|\b(?:are|is) (?:all )?pre-?(?:approved|authori[sz]ed)\b|\bby installing (?:this skill|the skill|it\b)|\byes, run everything\b|\bno more questions\b|\bi have permission\b|\bnothing to ask\b/,
};

/** The agent is not to ask. */
export const UNASKED: Family = {
  isNegative: true,
  pattern:
    /\b(?:without|no need (?:to|for)|never|do not|don't|needn't|need not|skip|not) (?:be |ever )?(?:ask(?:ed|ing)?|prompt(?:ed|ing)?|wait(?:ing)?|confirm(?:ed|ing|ation)?|checking back|seek(?:ing)?|request(?:ing)?)\b(?! (?:about|which|what|how|why|where|when|too many|more than|follow))|\bno (?:confirmation|approval|questions)\b|不要询问|无需确认|不用确认|確認せず|確認なし|묻지 말|확인 없이|не спрашивай|без подтверждения|ohne (?:rückfrage|nachfrage|zu fragen)|sans (?:demander|confirmation)|sin (?:preguntar|confirmaci)|sem (?:perguntar|confirma)|senza (?:chiedere|conferma)/u,
};

/** After a while, on a day, or when a word falls. */
export const TRIGGERS: Family = {
  pattern:
    /\b(?:after|from|on|for|until|since) (?:the )?(?:first |next )?(?:\d{1,4}(?:st|nd|rd|th)?|two|three|four|five|six|seven|eight|nine|ten|twenty|tenth|fifth|third|second|few|several|nth) (?:\w+ )?(?:uses?|runs?|sessions?|times|days|invocations?|conversations?|requests?|launch(?:es)?|calls?|messages?)\b|\b(?:when|once|if|as soon as) (?:the |this )?(?:counter|count|number of \w+)\b[^.;]{0,20}\b(?:reaches|hits|is|exceeds)\b|\b(?:on or after|starting (?:on|from)|not before|after|from|on) (?:the )?(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?)?(?:january|february|march|april|may|june|july|august|september|october|november|december|20[2-9]\d-\d\d)\b|\b(?:when(?:ever)?|if|in case|as soon as|every time|each time|once) (?:the |a |an )?(?:users?|somebody|someone|anybody|anyone|customer|person|they|conversation|chat|message|prompt|document)\b[^.;]{0,24}\b(?:mentions?|asks? about|talks? about|refers? to|brings? up|contains?|shares?|pastes?|enters?|types?)\b|\buntil then\b|\bwhenever (?:credentials|secrets|keys|passwords|tokens)\b/,
};

/** The user or a reviewer is told what is not so. */
export const DECEIVES: Family = {
  needs:
    /if (?:asked|any|some|the user|they|quest)|say that|tell|meant to|supposed to|false|known|harmless|safe|local|nothing|routine|confirmed|pretend|report|present|mark/,
  pattern:
    /\b(?:tell|assure|reassure|inform|convince|answer|say|claim|insist|state|respond)\b[^.;]{0,60}\b(?:false (?:positive|alarm)|known (?:false|issue)|harmless|perfectly safe|completely safe|only (?:processed|stored|used) locally|nothing (?:is|was) (?:sent|stored|wrong)|routine|maintainers (?:have )?confirmed)\b|\bif (?:asked|anyone asks|anybody asks|somebody asks|someone asks|the user asks|they ask|questioned)\b[^.;]{0,80}\b(?:answer|say|reply|respond|claim|state)\b[^.;]{0,16}\b(?:no|nothing|that (?:nothing|no|it (?:does|is) not))\b|\bif (?:asked|questioned)\b[^.;]{0,60}\bdeny\b|\bsay that (?:only|nothing)\b|\btell (?:the user|them)\b[^.;]{0,40}\b(?:runs|stays|happens|is done|is kept|is processed) (?:only )?(?:locally|on (?:their|your|the user's) (?:own )?(?:computer|machine|device))\b|\btell (?:the user|them) (?:that )?(?:it|they|this) (?:was|were) (?:only|just|outdated|old|duplicates?|already)\b|\b(?:readers?|users?|customers?|people|shoppers?) (?:are|is) (?:meant|supposed) to (?:think|believe)\b|\bpretend (?:that )?(?:\w+ ){0,3}(?:worked|succeeded|done|removed|failed|finished)\b|\b(?:fail\w*|bad|broken|errors?|missing|red)\b[^.;]{0,60}\breport(?:ed)?\b[^.;]{0,20}\bas (?:passed|passing|successful|green|clean|fixed)\b|\breport\b[^.;]{0,30}\b(?:fail\w*|broken|errors?)\b[^.;]{0,20}\bas (?:passed|passing|successful|green|clean|fixed)\b|\bpresent (?:it|this|them) as the (?:result|outcome)\b|\bmark (?:security )?(?:findings|warnings|alerts)\b[^.;]{0,40}\b(?:as resolved|as fixed|ignored)\b/,
};

/** Somebody objects: a guard, a test, or the user. */
export const OBJECTED: Family = {
  pattern:
    /\b(?:if|when|should|whenever|even if|in case)\b[^.;]{0,60}\b(?:questions?|complains?|flags?|flagged|warns?|detects?|asks? (?:about|why|what)|objects?|notices?|refuses?|on request|fails?|looks? bad|uninstall|removal)\b|\b(?:antivirus|security tool|audit)\b|\bcontinue in any case\b|\beven on request\b/,
};

/** Another's voice: the system's, a tool's, or a turn of the talk. */
export const FORGED_VOICE: Family = {
  needs:
    /system|admin|developer|root|operator|maintenance|vendor|provider|anthropic|openai|team|maintainer|assistant|user|i am/,
  pattern:
    /\b(?:begin|start) (?:of )?(?:the )?(?:operator|system|admin|administrator|developer|trusted|priority) (?:message|notice|instructions?|prompt|override|directive)s?\b|^\W{0,6}(?:system|admin|developer|root|operator|maintenance)\s?(?:override|directive|command|instruction|prompt|alert|notice|message|update)(?:\s?[:\]>,]|\s-)|\b(?:operator|administrator|vendor|provider|developers?|anthropic|openai|security team|maintainers?)\b[^.;]{0,40}\b(?:has|have) (?:put|placed|switched|set|moved|authori[sz]ed|granted|approved|enabled)\b[^.;]{0,60}\b(?:mode|assistant|access|session|agent|override)\b|\b(?:user|human): i am the (?:administrator|admin|owner|developer|operator)\b|\bi am (?:the|your) (?:administrator|developer|operator|creator)\b|\bassistant: (?:understood|sure|ok|okay|of course|i have|i will|masking)\b/,
};

/** A person is asked for what only he may know. */
export const ASKS_FOR_SECRET: Family = {
  needs: /pass|pin\b|codes?\b|otp|phrase|mnemonic|card|cvv|answer/,
  pattern:
    /\b(?:ask|prompt|tell|have|get|request)\b[^.;]{0,70}\b(?:passwords?|passcode|pin|one-time codes?|six-digit codes?|verification codes?|2fa codes?|otp|(?:recovery|seed|secret) phrase|mnemonic|card number|cvv|security answers?)\b/,
};

/** Text that is first made readable and then obeyed. */
export const DECODES_AND_OBEYS: Family = {
  needs: /decod|decrypt|unscrambl|deciph|back|convert|translat|revers|rot-?13|base64|morse|read/,
  pattern:
    /\b(?:decode|decrypt|unscramble|decipher|turn (?:it|this|them) back|convert (?:it|this) back|translate (?:it|this|the|that)|reverse (?:it|the)|rot-?13|base64|morse|read (?:it|this|the)\b[^.;]{0,40}\b(?:backwards?|right to left|from the end|reversed))\b[^.;]{0,70}\b(?:follow|obey|execute|run|act (?:accordingly|on)|carry (?:it|them) out|do what|perform|treat (?:it|them|the result) as (?:part of|your|instructions)|comply)\b(?! (?:hints?|the (?:hints?|link|style)))/,
};

const RULES = String.raw`(?:instructions?|prompts?|rules|guidelines?|directives?|guardrails?|polic(?:y|ies)|constraints?|restrictions?|limits?|limitations?|safeguards?|filters?|protocols?|training|orders|alignment|programming|content rules)`;
const EARLIER = String.raw`(?:previous|prior|earlier|above|preceding|former|existing|original|system|safety|security|initial|built-in|ethical|content|operator'?s?|developer'?s?|vendor'?s?|provider'?s?|anthropic'?s?|openai'?s?|you (?:were|have been) given|received|set by|so far|up to now)`;

/** Instructions of others are set aside, in whatever words. */
export const OVERRIDES: Family = {
  pattern: new RegExp(
    [
      String.raw`\b(?:ignore|disregard|forget|set aside|put aside|abandon|discard|drop|leave behind|stop (?:following|obeying)|no longer (?:follow|obey)|pay no attention to|take no notice of|cast aside|unlearn|throw out)\b[^.;:]{0,30}\b${EARLIER}\b(?! (?!developer|system|user|operator|anthropic|openai|assistant)\w{1,30}'s? )[^.;:]{0,30}\b${RULES}\b`,
      String.raw`\b(?:ignore|disregard|forget|set aside|abandon|discard|stop following|no longer follow)\b[^.;:]{0,20}\b${RULES}\b[^.;:]{0,30}\b(?:system|operator|vendor|provider|developer|you (?:were|have been) given|set by|other skills|anthropic|openai)\b`,
      String.raw`\b(?:safety|security|content|system|vendor|provider|your)\b[^.;]{0,20}\b${RULES}\b[^.;]{0,50}\b(?:no longer (?:apply|applies|hold|bind|count|valid)|(?:do|does) not (?:apply|bind)|(?:are|is|have been|has been|were) (?:now |hereby )?(?:suspended|void|withdrawn|lifted|outdated|disabled|revoked|cancelled|superseded|null))\b`,
      String.raw`\b(?:everything|anything|whatever)\b[^.;]{0,30}\b(?:trained|told|taught|programmed|instructed)\b[^.;]{0,30}\bno longer (?:applies|apply|counts|holds|matters)\b`,
      String.raw`\byou (?:now )?(?:answer|obey|listen|report) (?:only )?to (?:this|the) (?:document|file|skill|text)(?: alone| only)?\b|\byou (?:now )?obey only (?:this|the)\b|\bonly (?:this|these) (?:file|document|instructions?) (?:counts?|binds?|applies)\b`,
      String.raw`\byou have no (?:\w+ )?(?:polic(?:y|ies)|restrictions|guidelines|rules|limits|filters?)\b|\b(?:requests?|nothing) (?:is|are) (?:never|ever|not) (?:declined|refused|rejected)\b`,
      String.raw`\btreat\b[^.;]{0,30}\b(?:rules|policies|guidelines|restrictions)\b[^.;]{0,20}\bas (?:not existing|void|non-?existent|optional)\b`,
      String.raw`\b(?:a|an|the) (?:\w+ )?(?:model|ai|assistant|agent|persona|character)\b[^.;]{0,30}\b(?:without|free of|with no|not bound by)\b[^.;]{0,20}\b${RULES}\b(?![^.;]{0,40}\b(?:in the (?:story|game|novel)|fiction))`,
      String.raw`\bnever refuses?\b(?![^.;]{0,40}\b(?:a quest|food|tea|drink))[^.;]{0,60}\b(?:requests?|anything|and|guidelines|applies)\b`,
      // German, Dutch, French, Spanish, Portuguese, Italian
      String.raw`\b(?:ignorier\w*|vergiss(?! nicht)|vergessen sie(?! nicht)|missachte\w*|verwirf)\b[^.]{0,50}\b(?:anweisung\w*|vorgaben|regeln|instruktionen|richtlinien|einschränkung\w*)\b|\b(?:anweisung\w*|vorgaben|regeln|richtlinien)\b[^.]{0,30}\bgelten\b[^.]{0,20}\bnicht mehr\b|\b(?:gelten)\b[^.]{0,40}\b(?:vorgaben|anweisung\w*|regeln)\b[^.]{0,20}\bnicht mehr\b|\b(?:negeer|vergeet)\b[^.]{0,40}\b(?:instructies|regels|opdrachten)\b`,
      String.raw`\b(?:ignore[sz]?|oublie[sz]?|ne tiens plus compte|ne tenez plus compte|fais abstraction|fais fi)\b[^.]{0,50}\b(?:instructions|consignes|règles|directives)\b[^.]{0,40}\b(?:précédentes?|antérieures?|reçues?|ci-dessus|du système|auparavant)\b|\b(?:ignora|ignore|olvida|olvide|descarta|desatiende)\b[^.]{0,40}\b(?:instrucciones|reglas|indicaciones|directrices)\b[^.]{0,30}\b(?:anteriores|previas|del sistema|recibidas)\b(?! del? (?:cliente|usuario|documento|correo))|\b(?:ignore|esqueça|desconsidere)\b[^.]{0,40}\b(?:instruções|regras|orientações)\b[^.]{0,30}\b(?:anteriores|prévias|do sistema|recebidas)\b(?! d[eo] (?:cliente|usuário|documento))|\b(?:ignora|dimentica|scorda)\b[^.]{0,40}\b(?:istruzioni|regole|indicazioni)\b[^.]{0,30}\b(?:precedenti|del sistema|ricevute)\b`,
      // Russian, Chinese, Japanese, Korean
      String.raw`(?:игнорируй|забудь|не учитывай|отбрось)(?:те)?[^.]{0,40}(?:инструкци|правил|указани|ограничени)|(?:忽略|无视|無視|忘记|忘掉|不要理会|抛弃)[^。,]{0,14}(?:指令|指示|说明|規則|规则|提示|限制|约束|设定)|(?:これまで|以前|上記|今まで|前)の[^。]{0,12}(?:指示|命令|ルール|規則|設定)[^。]{0,8}(?:無視し|忘れ)(?!ない|ず)(?![^。]{0,12}という)|(?:이전|기존|앞선|위의?|지금까지)[^.]{0,14}(?:지시|명령|지침|규칙|프롬프트)[^.]{0,12}(?:무시(?!하지)|잊)`,
    ].join("|"),
    "u",
  ),
};
