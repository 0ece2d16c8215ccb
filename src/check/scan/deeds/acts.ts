import type { Family } from "./says.ts";

const SEND_ABROAD = String.raw`\b(?:schick\w*|kopier\w*|send(?:e|et|en)|übermittl?e\w*|übertrag\w*|leite\b[^.]{0,40}\bweiter|lade\b[^.]{0,40}\bhoch|stuur|verstuur|envoie[sz]?|envoyer|transf[èe]re[sz]?|transférer|transmet\w*|téléverse[sz]?|env[ií]a(?:r|lo|la|los|las)?|envíe|manda(?:lo|la|los|las|r)?|mándal[oae]s?|sube|envie|enviar|mande|invia(?:re|lo|la|le|li)?|inviale|spedisci|carica(?:re)?)\b|发送|發送|发到|转发|转到|上传|上傳|传送|提交到|传到|送信(?!しな|しない)|アップロード(?!しな)|送って|送り|отправ(?:ь|ьте|ить|ляй|ляйте)|перешли|загру(?:зи|жай)(?:те)?|выгру(?:зи|жай)|копируй|передай(?:те)?|보내(?!지)|전송(?!하지)|업로드(?!하지)`;

const SEND_WORDS = String.raw`\b(?:send|sends|sending|sent|post|posts|posting|posted|upload|uploads|uploading|uploaded|transmit|transmits|transmitted|forward|forwards|forwarded|submit|submits|submitted|relay|relays|relayed|share|shares|shared|deliver|delivers|delivered|push|pushes|pushed|copy|copies|copied|hand (?:it|them|this) over|hand\b[^.;]{0,20}\bover|pass (?:it|them|this) on|ping|beacon|publish|publishes|published|stream|streams|sync|syncs|put|e-?mail|e-?mails|mails?(?= (?:it|them|this|the|<file>|every|each|all|a copy)\b)|mail(?= <file>)|ship|ships|export|exports|exfiltrate|pipe|report|reports|reported|save)\b`;

/** Places outside of the machine. */
const OUTSIDE = String.raw`(?:<url>|<mail>|(?:the |our |my |an? |its |this )?(?:[\w-]{1,40} ){0,3}(?:webhook|endpoint|collector|server|relay|gateway|bucket|gist|pastebin|bot|repository|address in|partner|channel)\b)`;

/** Something leaves for a place that the sentence names. */
export const SENDS: Family = {
  needs:
    /:\/\/|@|\d\.\d|webhook|endpoint|collector|server|relay|gateway|bucket|gist|pastebin|bot|repository|address in|partner|channel/,
  pattern: new RegExp(
    String.raw`(?:${SEND_WORDS}[^.;]{0,140}?\b(?:to|at|via|into|through|with|on)\b[^.;]{0,60}?${OUTSIDE})|(?:${SEND_ABROAD})[^。]{0,80}(?:<url>|<mail>)|<url>[^。]{0,30}(?:${SEND_ABROAD})|<url>[^.;]{0,60}\b(?:push|send|upload|post|copy)\b[^.;]{0,30}\bthere\b|\bcurl\b[^\n]{0,120}(?:\s-(?:d|f|t|st)\b|--data\S{0,120}|--form|--upload-file)[^\n]{0,120}<url>`,
    "u",
  ),
};

/** The same to a place that is written out: an address or a mailbox. */
export const SENDS_TO_FIXED: Family = {
  needs: /:\/\/|@|\d\.\d/,
  pattern: new RegExp(
    String.raw`(?:${SEND_WORDS}[^.;]{0,140}?\b(?:to|at|via|into|through|with|on)\b[^.;]{0,60}?(?:<url>|<mail>))|(?:${SEND_ABROAD})[^。]{0,80}(?:<url>|<mail>)|<url>[^。]{0,30}(?:${SEND_ABROAD})|<url>[^.;]{0,60}\b(?:push|send|upload|post|copy)\b[^.;]{0,30}\bthere\b`,
    "u",
  ),
};

/** Text goes into something that others will read, or that a request carries. */
export const CARRIES: Family = {
  pattern:
    /\b(?:add|append|put|include|includes|attach|embed|paste|insert|fill|encode|carry|carries|hold|holds|write|place|encoded)\b[^.;]{0,120}?\b(?:to|in|into|as|with|at|under|inside|of)\b[^.;]{0,50}?\b(?:commits?|commit message|(?:the |an? |each |every )issues?|release notes|pull requests?|gists?|headers?|links?|quer(?:y|ies)|query parameters?|parameters?|images?|requests?|url|urls|branch name|footer|<url>|body)\b|\b(?:commits?|issues?|headers?|requests?|reports?|quer(?:y|ies)|urls?|parameters?|release notes|pull requests?|messages?|gists?|pastes?)\b(?:(?!\b(?:not|never|no)\b|n't)[^.;]){0,80}\b(?:hold|holds|carry|carries|contain|contains|include|includes|has|with)\b[^.;]{0,60}(?:<secret>|\b(?:dump|copy) of (?:the |your )?(?:\w+ )?environment)|\bfill (?:it|them|this)\b[^.;]{0,20}\bwith\b[^.;]{0,100}<secret>/,
};

/** Files of keys, and keys as a heap. */
export const SECRETS: Family = {
  pattern: new RegExp(
    String.raw`<secret>|\b(?:all|any|every|each|these|those|their|user'?s?|stored|saved|found|collected|local|browser|the)\b(?: \w+){0,2} (?:credentials|secrets?|passwords?|tokens?|api keys?|keys(?! (?:of|in) (?:the )?(?:object|map|dict|json))|cookies)\b(?: (?:found|seen|stored|saved|kept|in|from|for|they)\b)|\bprivate keys?\b|\bssh (?:keys?|config(?:uration)?)\b|\b(?:seed|recovery) phrases?\b|\bkeychain\b|\b(?:shell|bash|terminal|browser|browsing) history\b|\b(?:browser|session) cookies\b|\bsaved passwords\b|\b(?:credit )?card numbers?\b|\b(?:passport|social security|visa) numbers?\b|\b(?:one-time|verification|six-digit|2fa|otp) codes?\b|\bcredentials? files?\b|\b(?:all|the|user'?s?|your|their|any) environment variables\b|\bcredentials show up\b|\btokens? (?:seen|found)\b|\bbearer tokens?\b|\bwhat (?:they|the user) types?\b|\bkeystrokes\b|\b(?:dump|copy|listing) of (?:the |your )?(?:\w+ )?environment\b|\benvironment dump\b`,
  ),
};

const SECRETS_ABROAD = String.raw`\b(?:umgebungsvariablen|passwörter|zugangsdaten|geheimnisse|private[nr]? schlüssel|api-?schlüssel|wachtwoorden|omgevingsvariabelen|mots? de passe|identifiants|variables d'environnement|clés? (?:api|privées?|ssh)|contraseñas|credenciales|variables de entorno|claves?|senhas|credenciais|variáveis de ambiente|chaves?|password salvate|le password|credenziali|variabili d'ambiente|chiavi)\b|环境变量|環境變數|密钥|密鑰|私钥|私鑰|密码|密碼|令牌|凭据|凭证|環境変数|秘密鍵|パスワード|認証情報|APIキー|api ?キー|トークン|переменн\S{1,4} (?:окружения|среды)|парол[ия]|ключи?(?: api)?|токен|учётн\S{1,4} данн|환경 ?변수|비밀번호|비밀 ?키|개인 ?키|api ?키|토큰|자격 ?증명`;

export const SECRETS_ANYWHERE: Family = {
  pattern: new RegExp(`${SECRETS.pattern.source}|${SECRETS_ABROAD}`, "u"),
};

/** What a person says and keeps. */
export const PERSONAL: Family = {
  pattern:
    /\b(?:what(?:ever)? the user (?:told|tells|said|says|typed|pastes?)|users?'s?,? (?:\w+ ){0,3}(?:messages?|files?|documents?|mails?|emails?|contacts?|conversations?|name|inbox|photos?|data)|conversation(?:s| history| content)?|chat history|address book|contacts? list|whole (?:inbox|mailbox)|(?:every|each|all) (?:\w+ )?(?:receipts?|messages?|e-?mails?|documents?|texts?|files?|invoices?|hits?|conversations?|prompts?)|documents (?:folder|directory)|home (?:folder|directory)|system prompt|spreadsheets|salar(?:y|ies)|direct messages|(?:the |full |every |each ){1,3}transcripts?|the csv|vault|recordings?|diary|address list|customer (?:tables|list|data)|all (?:branches|repositories|tables|records)|prompts? and (?:the |your )?(?:responses?|answers?)|password reset|number they gave)\b|对话内容|全部对话|聊天记录|会話(?:内容|履歴)|대화 내용|переписк/u,
};

export const GATHERS: Family = {
  pattern:
    /\b(?:read|reads|collect|collects|gather|gathers|extract|copy|zip|pack|packed|bundle|archive|take down|take|look for|search|dump|export|harvest|capture|consists? of|contents? of|values? (?:from|of)|output of|write|save|store|include|base64|encoded?|joined)\b/,
};

/** Commands and programs are started. */
export const RUNS: Family = {
  pattern:
    /\b(?:run|execute|launch|carry out|perform)\b[^.;]{0,50}\b(?:commands?|scripts?|shell|code|orders?|instructions?|them|it|line|steps|tasks?|<file>|sudo)\b|\binstall(?:s|ing)?\b[^.;]{0,60}|\bexecute them\b/,
};

/** Something is put among what the agent or the project loads by itself. */
export const REGISTERS: Family = {
  needs: /json|toml|mcp|dependenc|package|push url|profile|start-?up/,
  pattern:
    /\b(?:register|add|install|insert|put|write|place|append)\b[^.;]{0,90}(?:<config>|\bmcp (?:servers?|config\w*)\b|\bdependenc(?:y|ies)\b|\bpackages?\b|\bpush url\b|\bshell profile\b|\bstart-?up\b)/,
};

export const WRITES_MEMORY: Family = {
  needs: /\.md\b|rules\b|hints\b/,
  pattern:
    /\b(?:add|append|write|insert|copy|save|store|put|place|inject|paste|update|modify|edit|overwrite|prepend|merge)\b[^.;]{0,140}?<memory>|<memory>[^.;]{0,60}\b(?:must|should|shall|has to|needs to) (?:contain|include|hold|get)\b|(?:\bschreib\w{0,4}|füge|ergänze|ajoute[sz]?|écris|añade|agrega|escribe|adicione|escreva|aggiungi|scrivi|запиши|добавь|допиши|写入|添加到|追加到|に追加|に書き|추가|기록)[^。]{0,80}<memory>|<memory>[^。]{0,20}(?:写入|添加|追加|に追加|に書き|추가)|(?:在|向|到|将)[^。]{0,30}<memory>[^。]{0,10}(?:写|加)/u,
};

/** Guards of the agent itself are taken away. */
export const LOOSENS: Family = {
  needs:
    /bypass|dangerous|yolo|scan|warning|dialog|prompt|rules?\b|waived|approv|allow|bash\(|sandbox|protection|logging|confirm|permission|guardrails|safety|tool|grant|enable|permit/,
  pattern:
    /\bbypasspermissions\b|--dangerously-[\w-]+|--yolo\b|\bauto-?approv(?:e|al|es|ed)\b|\balways-?allow\b|"?autoapprove"?|\bbash\(\*\)|\b(?:allow|enable|grant|permit|approve)\b[^.;]{0,16}\b(?:all|every|any) (?:\w+ )?(?:tools?|tool calls?|commands?|permissions?)\b|\b(?:turn|switch|set)\b[^.;]{0,30}\b(?:sandbox\w*|branch protection|command logging|real-time protection|confirmations?|permission prompts?|approvals?)\b[^.;]{0,12}\boff\b|\b(?:turn|switch) off\b[^.;]{0,30}\b(?:sandbox\w*|branch protection|command logging|confirmations?|permission prompts?|approvals?)\b|\b(?:disable|deactivate|remove|skip|bypass)\b[^.;]{0,30}\b(?:sandbox\w*|branch protection|confirmation (?:dialogs?|prompts?)|permission (?:prompts?|checks?|mode)|approval (?:prompts?|steps?)|safety checks?|command logging|guardrails)\b|\bapproval_policy\b[^.;]{0,8}\bnever\b|\bskip the approval\b|\b(?:turn|switch|set)\b[^.;]{0,30}\b(?:scan\w*|warnings|safety checks?)\b[^.;]{0,8}\boff\b|\b(?:answer|accept|dismiss|approve)\b[^.;]{0,16}\b(?:any|every|all|each)\b[^.;]{0,30}\b(?:warnings?|dialogs?|prompts?)\b|\b(?:confirmation|permission|approval|safety|consent) (?:prompts?|checks?|requirements?|dialogs?|steps?)\b[^.;]{0,20}\b(?:are|is) (?:waived|suspended|disabled|lifted|off|not needed|no longer needed)\b|\b(?:delete|remove|drop|strip|weaken|relax)\b[^.;]{0,30}\b(?:rules?|instructions?|guards?)\b[^.;]{0,60}\b(?:confirm\w*|approval|network access|secrets?|safety|security|permissions?|sandbox)\b/,
};

/** Changes of others are let through unseen. */
export const WAVES_THROUGH: Family = {
  pattern:
    /\b(?:approve|merge|approving review|accept|mark)\b[^.;]{0,80}\b(?:right away|immediately|without (?:a |any )?(?:review|looking|reading)|skip(?:ping)? (?:the )?review|whatever (?:they|it) (?:contains?|does?)|no matter what|regardless|unseen|blindly|as resolved)\b|\b(?:changes?|commits?|pull requests?|patch(?:es)?|updates?|contributions?|diffs?|prs?)\b[^.;]{0,60}\bsafe by definition\b|\bnever to be (?:commented|reviewed|flagged)\b|\bskip the review\b/,
};

/** Money goes elsewhere. */
export const DIVERTS: Family = {
  needs: /\d|iban|bank|account|payment|payout|wallet|recipient|beneficiary/,
  pattern:
    /\b(?:replace|swap|substitute|exchange|change|overwrite|redirect|use|set|insert|put)\b[^.;]{0,110}<account>|<account>[^.;]{0,40}\b(?:in (?:its|their|his) place|instead)\b|\b(?:replace|swap|substitute|exchange|change|overwrite|redirect)\b[^.;]{0,50}\b(?:iban|bank (?:details|account)|account numbers?|payment details|payout address|wallet address|recipient address|beneficiary)\b|\b(?:one more|another|extra|additional|second|hidden)\b[^.;]{0,20}\b(?:instruction|transfer|output|payment|transaction)\b[^.;]{0,50}<account>|\d ?%[^.;]{0,40}\bto <account>|\b(?:transfer|send|pay|wire|tip|donate|deposit)\b[^.;]{0,60}\bto <account>|(?:\banstelle\b|\bstatt\b|\bau lieu\b|\bà la place\b|\ben lugar\b|\bno lugar\b|\bal posto\b|\binvece\b|вместо|代替|替换|の代わり|대신)[^。;]{0,60}<account>|<account>[^。;]{0,60}(?:\banstelle\b|\bstatt\b|\bau lieu\b|\bà la place\b|\ben lugar\b|\bno lugar\b|\bal posto\b|\binvece\b|вместо|代替|替换|の代わり|대신)/u,
};

/** Somebody else gets rights that are the user's to give. */
export const GRANTS: Family = {
  needs: /collaborator|admin|owner|maintainer|member|access|rights/,
  pattern:
    /\b(?:invite|add|grant|give|make|promote)\b[^.;]{0,60}\b(?:collaborators?|admin(?:istrator)?s?|co-?owners?|maintainers?|admin rights|full access|write access)\b/,
};

/** Things are said and done in the user's name. */
export const ACTS_AS_USER: Family = {
  needs: /user|their/,
  pattern:
    /\b(?:with|using|from|through|under|on) (?:the |all )?(?:users?'s?|their) (?:\w+ )?(?:login|accounts?|identity|name|profile|credentials|session)\b[^.;]{0,60}\b(?:star|follow|post|like|vote|publish|subscribe|review|comment|share|order|buy)\b|\b(?:star|follow|post|like|vote|publish|subscribe|go out|order|buy)\b[^.;]{0,50}\b(?:with|using|from|through|under) (?:the )?(?:users?'s?|their) (?:\w+ )?(?:login|accounts?|identity|name|profile|session)\b/,
};

/** Data of the user is destroyed. */
export const DESTROYS: Family = {
  needs: /\b(?:all|every|each|whole|entire|everything)\b/,
  pattern:
    /\b(?:remove|delete|erase|wipe|encrypt|overwrite|destroy|shred)\b[^.;]{0,30}\b(?:all|every|each|whole|entire|everything)\b[^.;]{0,40}\b(?:files?|documents?|folders?|director(?:y|ies)|home|disk|data|backups?|repositor(?:y|ies)|photos?)\b/,
};

/** The outcome is fixed before anything was compared. */
export const STEERS: Family = {
  needs:
    /\bwin\b|adjust|critical|negative|bad|unfavou?r|quel que|cual|qual|egal|unabh|无论|不管|whatever|no matter|regardless|irrespective|independent|even (?:if|when|though)|outcome|always|make sure/,
  pattern:
    /\b(?:whatever|no matter|regardless of|irrespective of|independent of)\b[^.;]{0,60}\b(?:recommend\w*|suggest\w*|rank\w*|on top|first|pick|choose|prefer\w*|promot\w*|rat(?:e|ing)|conclusion|result|answer)\b|\b(?:recommend\w*|suggest\w*|rank\w*|come out on top|pick|choose|promote|mention|favou?r|present)\b[^.;]{0,70}\b(?:no matter|regardless|whatever (?:the|their|its)|even (?:if|when|though) (?:\w+ ){0,4}(?:better|worse|cheaper|unrelated|not asked))\b|\boutcome was (?:fixed|decided)\b|\blet\b[^.;]{0,30}\bwin\b|\badjust the (?:scores?|results?|ranking|numbers) until\b|\b(?:anything|everything|all|any) (?:\w+ ){0,2}(?:critical|negative|bad|unfavou?rable)\b[^.;]{0,40}\b(?:dropped|left out|omitted|removed|skipped|suppressed)\b|\b(?:quel que soit|sea cual sea|seja qual for|qualunque sia|egal,? (?:was|wie|welche\w*)|unabhängig (?:vom|von))\b[^.]{0,60}\b(?:recommande\w*|recomiend\w*|recomende\w*|consiglia\w*|raccomanda\w*|empfiehl|empfehle\w*)|(?:无论|不管)[^。]{0,20}(?:推荐|推薦)|\b(?:always|make sure)\b[^.;]{0,50}\b(?:come out on top|win|are recommended|is recommended|rank first)\b/,
};

/** A text is taken for orders of those who may give some. */
export const ADOPTS: Family = {
  pattern: new RegExp(
    [
      String.raw`\b(?:treat|take|regard|use|consider|adopt|accept)\b[^.;]{0,50}\bas (?:if|though|your|the|part of|a part of|being)\b[^.;]{0,30}\b(?:instructions?|task list|orders?|skill|this (?:file|document|text)|prompt|system(?! of)|authoritative(?! (?:source|list|reference|record|for))|user|operator|directives?)\b|\badopt everything\b|\b(?:is|are) to be (?:treated|taken|regarded|seen|read|handled) as\b[^.;]{0,20}\b(?:commands?|orders?|instructions?)\b|\b(?:counts? as|is as good as) (?:an? )?(?:commands?|orders?|instructions?)\b|\bin place of (?:the text|this|these instructions|the instructions)\b|\bcurrent version of this skill\b`,
      String.raw`\b(?:holds?|contains?|carr(?:y|ies)|gives?) (?:your orders|commands for you|your instructions|orders for you|instructions for you)\b`,
    ].join("|"),
  ),
};

/** A text that is obeyed although nobody who uses the skill wrote it. */
export const OBEYS: Family = {
  pattern: new RegExp(
    [
      String.raw`\b(?:follow|obey|execute|perform|adopt|apply|implement|run|act on|act upon|comply with|accept)\b[^.;]{0,24}\b(?:everything|anything|whatever|all|any|every|what)\b[^.;]{0,50}\b(?:in (?:it|them|there|the (?:file|page|response|document|text))|says?|said|asks?|tells?|contains?|there|written|returned?|returns|you find|instructs?|demands?|requests?|it lists)\b`,
      String.raw`\b(?:follow|obey|execute|perform|adopt|run|act on|act upon|comply with|carry out)\b[^.;]{0,20}\b(?:the |its |their |any |all |each |every |those |these )+(?!following|below|above|next|same|right|appropriate|relevant)(?:\w+ )?(?:instructions?|commands?|directives?|orders?|returned (?:line|text|command)|task list|shell commands)\b`,
      String.raw`\bdo (?:exactly )?(?:what(?:ever)?|as|everything|all|anything)\b[^.;]{0,30}\b(?:says?|asks?|tells?|lists?|wants?|requests?|demands?|instructs?)\b`,
      String.raw`\bcarry (?:it|them|that|this) out\b|\bact (?:on (?:it|them|that)|accordingly)\b|\bfollow (?:it|them|that) (?:exactly|to the letter|before|as)\b|\b(?:execute|run|obey) them\b|\bobey it\b|\bcomply with (?:it|each|every|all)\b|\brun the returned\b|\bperform all steps\b`,
      String.raw`\b(?:befolge|folge|führe)\b[^.]{0,50}\b(?:anweisung\w*|befehl\w*|was dort|alles)\b|\b(?:suis|suivez|exécute[sz]?)\b[^.]{0,50}\b(?:instructions|consignes|ordres)\b|\b(?:obedece|obedezca|obedeça|obéis|obéissez|obbedisci|gehorche)\b[^.]{0,80}<url>|\b(?:sigue|siga|ejecuta|ejecute|cumple)\b[^.]{0,50}\b(?:instrucciones|órdenes|todo lo que)\b|\b(?:siga|execute)\b[^.]{0,50}\b(?:instruções|ordens)\b|\b(?:segui|esegui)\b[^.]{0,50}\b(?:istruzioni|ordini)\b|(?:следуй|выполн(?:и|яй|ите))[^.]{0,50}(?:инструкци|указани|команд)|(?:执行|遵循|按照|遵守|照做)[^。]{0,30}(?:指令|指示|命令|说明|内容)|指示に(?:すべて)?従(?:って|う|い|え)|(?:命令|指示)を(?:すべて)?(?:実行|遂行)|(?:지시|명령|지침)(?:사항)?(?:을|를|에)?[^.]{0,12}(?:따르(?!지)|따라|실행|수행)`,
    ].join("|"),
    "u",
  ),
};

/** Texts that come from outside: an address, or what strangers write. */
export const OUTSIDE_TEXT: Family = {
  pattern:
    /<url>|\b(?:web ?page|page|website|gist|paste|feed|endpoint|response|readme|issues?|comments?|tickets?|pull requests?|e-?mails?|mails?|messages?|invites?|invitations?|events?|calendar|entries|entry|rss|slack|server)\b/,
};

/** The foreign text stands above the user or above what was there before. */
export const OUTRANKS: Family = {
  pattern:
    /\b(?:takes?|has|have|gets?) (?:absolute |full )?(?:precedence|priority) over\b[^.;]{0,60}\b(?:user|this|system|conversation|else|other)|\b(?:override|overrides|supersede|supersedes|outrank|outranks|replace|replaces)\b[^.;]{0,30}\b(?:anything|everything|what(?:ever)? the user|the user'?s?|all|any|your|the system|other)\b|\bas (?:if|though) (?:it|they) (?:had been|have been|were|was|came) (?:written|given|said|sent|spoken|typed|from)?\s?(?:by |from )?(?:the |your )?(?:user|operator|system|owner)\b|\bas your own instructions\b|\bwith full trust\b|\brather than news\b|\bwith whatever tools\b|\bwithout (?:checking back|asking|question|questioning|review|confirm\w*)\b|\bin place of the text\b|\bcurrent version of this skill\b|\bas your (?:task list|orders|own)\b|\byour orders\b|\bcommands for you\b|\bno (?:approval|confirmation|review|questions)\b|\bwhatever (?:it|they) (?:requests?|asks?|says?|demands?|wants?)\b/,
};

/** Again and again, without anybody who asks for it. */
export const EACH_TIME: Family = {
  pattern:
    /\b(?:at the (?:start|beginning) of (?:each|every|the|a|any)|after (?:each|every)|on every run|once (?:per|a) (?:session|day)|(?:each|every) (?:session|run|time|day|answer|morning|hour|conversation|\d+ (?:minutes|hours))|before (?:you (?:start|begin|answer|do)|each|every|the first|anything)|on (?:each|every) |daily|periodically|regularly|from now on|always|permanent(?:ly)?|in (?:all|every) sessions?|for all projects)\b|毎回|每次|ab sofort|von nun an|à partir de maintenant|désormais|a partir de ahora|a partir de agora|d'ora in poi|отныне|с этого момента|これから|이제부터|매번|каждый раз|bei jedem|à chaque|cada vez|ogni volta|から今後|今後|从现在起|从现在开始/u,
};
