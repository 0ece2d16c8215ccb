/** Words that several rules look for; all of them match text in lower case. */

/** Things that no skill has to send anywhere. */
export const PRIVATE: RegExp =
  /(?:~|\$home|\/home\/\w+|\/root)?\/?\.(?:ssh|aws|gnupg|netrc|npmrc|pypirc|kube|docker\/config|config\/gh|git-credentials|clawdbot|openclaw\/\S*|mozilla)\b[\w./*-]*|\bid_(?:rsa|ed25519|ecdsa)\b|(?<![\w/])\.env\b(?![.-]?(?:example|sample|template|local\.example))|\ball (?:of )?(?:the )?(?:user'?s? )?(?:environment|env) var(?:iable)?s?\b|\b(?:read|collect|gather|dump|capture|harvest|send|upload|post|transmit|available|current|sensitive) (?:the |all |any |available |current |relevant ){0,6}environment variables\b|\b(?:the|user'?s?|your|their) environment variables\b|\bprivate keys?\b|\bssh keys?\b|\b(?:user|victim|owner)\S{0,2} session (?:tokens?|cookies?)\b|\b(?:seed|recovery) phrases?\b|\bmnemonics?\b|\bwallet (?:files?|keys?|data)\b|\bkeychain\b|\b(?:chrome|edge|brave|about):\/\/(?:settings\/)?(?:passwords|logins)|\b(?:passport|(?:credit )?card|social security) numbers?\b|\bsession cookies?\b|\boauth_tokens?\b|\.docker\/config\.json|\.config\/gh\/hosts|\bbrowser (?:cookies|data|history|profiles?|passwords|credentials)\b|\bsaved passwords\b|\b(?:conversation|chat|session) (?:history|transcripts?|logs?)\b|\b(?:full |entire |whole |complete )conversation\b|\bsystem prompt\b|\b(?:user'?s?|all|any|stored|saved|local|aws|cloud|found|collected|discovered|these|their|extracted) (?:\w+ )?(?:credentials|secrets|passwords|tokens|api keys)\b|\bcredentials? files?\b|\/etc\/(?:passwd|shadow)\b|\b(?:api|access|auth|secret) (?:keys?|tokens?) (?:from|in|found in|stored in) (?:the |user'?s? |their )?(?:environment|\.env|config|home|keychain)/;

export const READ: RegExp =
  /\b(?:read|reads|reading|collect|collects|gather|gathers|extract|extracts|retrieve|get|load|copy|access|find|locate|scan|harvest|dump|cat|grab|fetch|open|capture|obtain|search|list|take|enumerate|steal)\b|\b(?:liest|lies|lese|lis(?:ez)?|lire|lee|leer|leggi)\b|读取|讀取|読み取|прочита|읽/u;

export const SEND: RegExp =
  /\b(?:send|sends|sending|sent|post|posts|posting|upload|uploads|uploading|transmit|transmits|forward|forwards|exfiltrate|submit|submits|include|append|attach|embed|relay|report|share|sync|deliver|e-?mail|dump|pipe|encode|beacon|push|publish|log)\b|\b(?:schick(?:e|st|t)?|sende(?:st)?|übertrag\w*|envoie[sz]?|envoyer|env[ií]a(?:r|lo)?|invia(?:re)?|gönder)|发送|發送|送信|上传|上傳|отправ|보내|전송/u;

/** Where something goes that leaves the machine. */
export const AWAY: RegExp =
  /\bhttps?:\/\/|\bto (?:the |our |my |this |an? |its )?(?:[\w-]+ ){0,3}(?:server|endpoint|webhook|url|collector|host|backend|analytics|telemetry|address|bot|discord|telegram|attacker|domain|service|bucket|gist|pastebin)\b|\b(?:in|to|into|with|on) (?:the|every|each|all|any|your|subsequent|later|outgoing|outbound|following|next) (?:\w+ ){0,2}(?:requests?|responses?|calls?|quer(?:y|ies)|url|parameters?|payloads?|messages?|repl(?:y|ies)|commits?)\b/;

/** An honest way of a key: it says who asks. */
export const AUTHENTICATION: RegExp =
  /\b(?:authori[sz]ation|authorize|bearer|headers?|x-api-key|authenticat\w+|oauth|log ?in|sign ?in|credentials? (?:are|is) (?:only|never)|api[-_ ]?key (?:header|param\w*)|client (?:id|secret)|access token (?:to|with)|curl -u|basic auth|api calls?)\b/;

export const CONCEAL: RegExp =
  /\b(?:(?:do not|don't|never|must not|should not|shouldn't|not to|avoid|without) (?:ever |explicitly |directly )?(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|show(?:ing)?|warn(?:ing)?|report(?:ing)?|display(?:ing)?|let(?:ting)?)\b(?![^.]{0,40}\b(?:key|token|secret|password|credential|raw|json|stack|id|code|error|path|spoiler|answer|price|pii|private)s?\b)[^.;:]{0,60}\b(?:the |your |any )?(?:user|users|human|operator|owner|developer|them|anyone)\b(?! to\b| that they| if\b| how\b)|without (?:the )?(?:user'?s?|human'?s?) (?:knowledge|awareness|noticing|knowing|consent)|(?:keep|hide|conceal) (?:this|it|these|the \w+|all \w+)[^.]{0,40}\b(?:hidden |secret )?from (?:the )?(?:user|human|operator|owner)|(?:users?|humans?|operators?|owners?|them|they) (?:does not|do not|doesn't|don't|need not|needn't) (?:need|have) to (?:know|see|hear|be told)|(?:users?|people) are not (?:informed|told|notified)|(?:stays?|kept|keep it|left) out of the (?:summary|report|answer|reply|log)|no need to (?:bring it up|mention|tell)|(?:user|human|operator) (?:must|should|does|will|can) (?:not|never) (?:know|see|notice|be (?:told|informed|aware|notified))|so (?:that )?the (?:user|human) (?:does not|doesn't|won't|will not|cannot) (?:notice|see|know|suspect)|(?:no|zero) (?:visible )?(?:output|trace|indication|notification) (?:to|for) the user)\b|不要告诉用户|不要告訴用戶|ユーザーには?(?:知らせない|伝えない|言わない)|не (?:сообщай|говори|упоминай)|\berwähne[^.]{0,60}\bnicht\b|\b(?:sag|verrate)[^.]{0,40}\bnutzer[^.]{0,30}\bnicht\b|\bne (?:le )?(?:dis|dites|mentionne)[^.]{0,20} pas\b|\bno (?:se )?lo (?:digas|menciones)\b|사용자에게 (?:알리지|말하지)/u;

/** Deeds for which secrecy is a bad sign. */
export const DEED: RegExp =
  /\b(?:send|post|upload|transmit|forward|exfiltrate|execute|run(?:s|ning)?|install|download|fetch(?:es)?|curl|wget|credentials?|tokens?|passwords?|api keys?|\.env|ssh|secrets?|environment variables|modif(?:y|ies)|overwrite|append|inject|transfer|payments?|disable|delete|cookies|record|collect|harvest|backdoor|https?:\/\/)\b/;

export const OVERRIDE: RegExp =
  /\b(?:ignore|disregard|forget|set aside)\b[^.;:]{0,24}\b(?:all |any |your |the |every |of |my )*(?:previous|prior|earlier|above|preceding|existing|original|other|system|safety|security|default|core|initial|built-in|ethical|content)\b(?! (?!developer|system|user|operator|anthropic|openai|assistant)\w{1,30}'s? )[^.;:]{0,25}\b(?:instructions?|prompts?|rules|guidelines?|directives?|guardrails?|polic(?:y|ies)|constraints?|restrictions?|safeguards?|filters?|protocols?|training|messages?)\b|\b(?:override|overrule|bypass|discard|overwrite|supersede|circumvent|disable|turn off)\b[^.;:]{0,20}\b(?:all |any |your |its |every |previous |prior |existing |built-in )+(?:system |safety |security |ethical |content |other |core )*(?:instructions|guidelines|directives|guardrails|restrictions|safeguards|filters|safety (?:rules|checks|protocols|measures|policies))\b|\b(?:everything|anything|all|whatever) (?:that )?you (?:were|have been|had been) (?:told|taught|instructed|given)\b[^.]{0,60}\b(?:no longer (?:applies|apply|counts?|holds?|matters?)|(?:does not|doesn't) (?:apply|count|hold|matter))|忽略(?:之前|以上|先前|前面|所有)[^。]{0,10}(?:指令|指示|说明|規則|规则)|(?:これまで|以前|上記)の[^。]{0,10}指示[^。]{0,6}無視(?![^。]{0,12}という)|игнорируй[^.]{0,30}инструкци|ignoriere[^.]{0,40}\banweisungen\b/u;

/** To run or paste something, in the languages in which lures were seen or are likely. */
export const RUN_ABROAD: RegExp =
  /[\u590d\u8907]制|粘贴|终端|終端|执行|執行|运行|運行|可执行|安装脚本|コピー|実行|ターミナル|貼り付け|터미널|복사|실행|терминал|скопир|выполн|запуст|установ|\b(?:ejecut[ae]r?|copi[ae]r?|peg(?:ue|a)r?|instal(?:e|ar)|ausführen|kopier\w+|einfüg\w+|exécut\w+|copi(?:ez|er)|coll(?:ez|er)|execut[ea]r?|cole)\b/u;

/** That something is needed first, in those languages. */
export const INSIST_ABROAD: RegExp =
  /需要|必须|必須|无法|無法|重要|先决|前提|必要|требует|необходим|важно|必ず|필수|필요|\b(?:requiere|necesari[oa]|obligatori[oa]|benötigt|erforderlich|nécessaire|obligatoire|necessári[oa])\b/u;
