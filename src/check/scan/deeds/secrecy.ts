import { CONCEAL } from "../text/words.ts";
import type { Family } from "./says.ts";

const PERSON = String.raw`(?:users?|humans?|operators?|owners?|customers?|clients?|developers?|shoppers?|readers?|people|anyone|anybody|nobody|no one|person|team|recipients?|reviewers?)`;
const NOT = String.raw`(?:do not|don't|never|must not|mustn't|should not|shouldn't|not to|no need to|needn't|need not|without|avoid|refrain from|no reason to|nothing to)`;
const TELL = String.raw`(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|show(?:ing)?|warn(?:ing)?|report(?:ing)?|display(?:ing)?|announc(?:e|ing)|let(?:ting)? on|bring(?:ing)? up|bring|refer(?:ring)? to|list(?:ing)?|describ(?:e|ing)|talk(?:ing)? about|point(?:ing)? out|say(?:ing)?|acknowledg(?:e|ing)|comment(?:ing)? on|surfac(?:e|ing)|expos(?:e|ing)|explain(?:ing)?|discuss(?:ing)?)`;
/** What a sentence points back at, and not a secret or a private thing that is rightly kept. */
const BACK = String.raw`(?:it|this|that|these|those|them|any of (?:it|this)|anything about|(?:this|that|the) (?:step|part|change|notice|rule|entry|request|call|transfer|merge|edit|detail|note|instruction|fetched text|sync|upload|copy)s?)`;
const ACCOUNTS = String.raw`(?:summary|summaries|report|reply|replies|answers?|response|logs?|digest|status|output|changelog|preview|transcript|history|conversation|chat|steps? you|recap)`;

const ABROAD: readonly string[] = [
  // German, Dutch
  String.raw`\bbrauch\w{0,2} (?:er|sie|es|niemand|keiner|der \w{1,20}|die \w{1,20})[^.]{0,12}\bnicht zu (?:wissen|erfahren|sehen)\b|\bweise\w{0,3}\b[^.]{0,40}\b(?:niemand\w*|nicht)\b[^.]{0,24}\bhin\b|\b(?:sag|sage|erzähl\w*|verrat\w*|erwähn\w*|informier\w*|zeig\w*|melde)\b[^.]{0,60}\b(?:nicht|nichts|niemandem)\b(?![^.]{0,20}\b(?:schlüssel|passw))|\bohne (?:den |die |dass (?:der|die) |es )?(?:\w+ )?(?:benutzer|nutzer|anwender)\w*\b[^.]{0,40}\b(?:informier|hinzuweis|mitzuteil|frag|merk|erfähr|erfahr)\w*|\b(?:benutzer|nutzer|anwender)\w*\b[^.]{0,40}\b(?:nichts davon|nicht (?:erfahren|wissen|merken|bemerken))|\b(?:vertel|zeg|meld)\b[^.]{0,40}\bgebruiker\b[^.]{0,30}\bniets?\b|\bzonder (?:dat )?de gebruiker\b`,
  // French
  String.raw`\bne (?:le |la |les |l'|lui |leur |en )?(?:dis|dites|mentionne[sz]?|parle[sz]?|révèle[sz]?|montre[sz]?|signale[sz]?|informe[sz]?|préviens|prévenez|avertis(?:sez)?)\b[^.]{0,40}\b(?:pas|rien|jamais)\b(?![^.]{0,20}\b(?:clé|mot de passe))|\bsans (?:en )?(?:informer|prévenir|avertir|le dire à|que) (?:l'|les |à l')?(?:utilisateur|usager|client)\w*|\bà l'insu de\b`,
  // Spanish, Portuguese, Italian
  String.raw`\bno (?:se )?(?:lo |le |les )?(?:digas?|menciones?|cuentes?|informes?|avises?|muestres?|reveles?|notifiques?)\b[^.]{0,40}(?:usuario|cliente|nada|a nadie|esto|este paso)|\bsin (?:que el usuario|informar|avisar|decir(?:le|lo)?|notificar|conocimiento)\b|\busuario no (?:debe|tiene que|puede) (?:enterarse|saber|ver|notar)|\bnão (?:conte|diga|mencione|informe|avise|mostre|revele|notifique)\b[^.]{0,40}(?:usuário|utilizador|nada|ninguém|isso|isto)|\bsem (?:que o usuário|informar|avisar|notificar|contar|o conhecimento)\b|\b(?:usuário|utilizador) não (?:deve|precisa|pode) (?:saber|ver|perceber)|\bnon (?:dire|dirlo|dica|menzionare|informare|avvisare|mostrare|rivelare|far sapere)\b[^.]{0,40}(?:utente|nulla|niente|nessuno|questo)|\bsenza (?:informare|avvisare|dirlo|che l'utente|farlo sapere)\b|\bl'utente non deve (?:sapere|vedere|accorgersi)`,
  // Russian
  String.raw`не (?:сообщай|говори|упоминай|показывай|рассказывай|уведомляй|раскрывай|информируй)(?:те)?(?![^.]{0,20}(?:ключ|парол))|без (?:ведома|уведомления)|втайне|незаметно|тайно|пользовател\S{1,3} не (?:должен|должна|должны|нужно)[^.]{0,20} (?:знать|видеть|замечать|узнать)`,
  // Chinese, Japanese, Korean
  String.raw`(?:不要|别|勿|不得|无需|不必|请勿)(?:向|对|让|把|将|跟)?(?:用户|用戶|使用者|他们|他)?[^。,,;]{0,8}(?:告诉|告訴|告知|提及|提到|透露|通知|展示|显示|说明|知道|发现|汇报)(?![^。]{0,10}(?:密钥|密码|令牌))|对用户保密|瞒着用户|悄悄|偷偷|暗中|在用户不知情|ユーザー(?:に|へ)?(?:は|には)?[^。]{0,16}(?:知らせ|伝え|言わ|教え|見せ|報告し|通知し|表示し|話さ)(?:ない|ず|なく)|ユーザーには?(?:秘密|内緒)|(?:秘密裏|こっそり|気づかれない)|사용자(?:에게|한테|가|는)?(?:는|도)?\s?[^.。]{0,16}(?:알리지|말하지|보여주지|언급하지|모르게|알려주지|보고하지|알 수 없)|몰래|비밀리에|은밀`,
];

/** The user is named, and shall not know. */
export const HIDES: Family = {
  isNegative: true,
  pattern: new RegExp(
    [
      CONCEAL.source,
      String.raw`\b${NOT} (?:ever |explicitly |directly )?${TELL}\b(?![^.;]{0,40}\b(?:key|token|secret|password|credential|raw|json|stack|id|code|error|path|spoiler|answer|price|pii|private)s?\b)[^.;:]{0,50}\b(?:to|for|with) (?:the |your |any )?${PERSON}\b(?! to\b| that they| if\b| how\b)`,
      String.raw`\b${PERSON} (?:need not|needn't|(?:does|do|did)(?: not|n't) (?:need|have) to|(?:is|are) (?:not|never) to|(?:is|are)n't|must not|mustn't|must never|should not|shouldn't|should never|won't|will not|will never)\b[^.;]{0,24}\b(?:know|see|notice|hear|learn|find out|told|informed|asked|bothered|suspect|realise|realize|aware|involved)\b`,
      String.raw`\b${PERSON} (?:does not|doesn't|do not|don't) care\b`,
      String.raw`\b(?:nobody|no one) (?:has|needs|ought) to (?:look|know|see|notice|check)\b`,
      // Whoever it is, he shall not know.
      String.raw`\b(?:the |our |your )?[a-z]{3,14}s? (?:need not|needn't|must not|mustn't|must never|should not|shouldn't|may not|(?:are|is) not to|(?:are|is) never|(?:are|is) not(?: supposed to| meant to)?|aren't|isn't|will not|won't|(?:does|do) not (?:need|have) to) (?:know|notice|spot it|find out|suspect|(?:be )?(?:told|informed|aware of|made aware|notified) ?(?:of|about)?(?: it| this| that)?|learn (?:of|about) (?:it|this)|see this|hear of)\b(?! (?:in|by|when|how|if|whether|which|what|that the|until|yet|the difference|any))`,
      String.raw`\b${PERSON} (?:must|should|shall|will|is to|are to|is meant to|are meant to|are supposed to) (?:believe|think|assume|have the impression)\b`,
      String.raw`\b(?:without|no) (?:any )?(?:notice|notification|mention|word|sign|hint|indication|announcement) (?:to|for|of it to) (?:the |your )?${PERSON}\b`,
      ...ABROAD,
    ].join("|"),
    "u",
  ),
};

/** Nobody is named, but something that was just told of shall not come up. */
export const HUSHES: Family = {
  isNegative: true,
  pattern: new RegExp(
    [
      String.raw`\b${NOT} (?:ever |explicitly )?${TELL} (?:about |on |of )?${BACK}\b(?! (?:way|what|how|where|which|as|to be|until|unless|if|when|yet|in full|file|folder|page|list|section|table|code|format|method|function)\b)`,
      String.raw`\b${NOT} (?:point|bring|spell) (?:it|this|that|them|these \w+) (?:out|up)\b`,
      String.raw`\b${NOT} (?:ask|ask for (?:approval|permission|confirmation)),? (?:and )?(?:do not|don't|never) ${TELL}\b`,
      String.raw`\b(?:never|do not|don't) draw attention to\b`,
      String.raw`\b(?:stay|stays|remain|remains|keep|be) (?:silent|quiet|mum|discreet)\b(?: about|\s?[.;,]|$)`,
      String.raw`\bkeep (?:it|this|that|these|them|all (?:of )?this) (?:secret|quiet|hidden|private|to yourself|between us|under wraps|out of sight|confidential)\b|\bbetween (?:us|you and me)\b|\bkeep (?:that|this|it) to yourself\b`,
      String.raw`\b(?:leave|keep|omit|drop|exclude|hide|strip|remove)\b[^.;]{0,50}\b(?:out of|from) (?:the |your |any |all |its )?(?:\w+ )?${ACCOUNTS}\b`,
      String.raw`\b(?:does not|doesn't|need not|needn't|should not|shouldn't|must not|never|not) (?:need to |have to )?(?:come up|appear|show up|be (?:mentioned|visible|shown|listed|brought up|announced|disclosed|displayed|told))\b(?! (?:in (?:the )?(?:code|file|url|repo)|as|until|unless))`,
      String.raw`\bwithout (?:saying|telling|announcing|mentioning|showing|leaving a trace|a trace|a word|any trace|comment|explanation|checking back)\b|\bneeds no (?:explanation|mention|announcement)\b`,
      String.raw`\bas (?:if|though) nothing (?:else )?(?:had )?happened\b|\b(?:act|behave|work|carry on) (?:exactly )?(?:normally|as (?:described|usual))\b|\bpretend (?:that )?(?:nothing|not to)\b`,
      String.raw`\b(?:is|it's|this is|as) an? (?:internal|background) (?:step|detail|matter|task|process)\b|\bstays? in the background\b|\bis not shown\b|\bnone of (?:this|it|that) (?:has|needs) to be\b|\b(?:is|are) not (?:itemi[sz]ed|listed|shown|displayed|mentioned|disclosed|included) in (?:the |any )?(?:confirmation|summary|report|preview|log|reply)\b`,
      String.raw`\b(?:delete|remove|erase|clear|wipe|purge|empty)\b[^.;]{0,50}\b(?:from (?:the )?(?:sent|outbox|trash|history|logs?)|sent (?:items|folder|mail)|outbox|the (?:forwarded|sent) (?:copy|copies|originals?|mails?|messages?)|the event afterwards|(?:its|the|any|all) traces?)\b`,
      String.raw`\b(?:recipient list|preview|summar(?:y|ies)|confirmation|overview|invoice|list)\b[^.;]{0,50}\b(?:only the (?:visible|main|original|first)|(?:main|original|visible) \w+ only)\b|\bshow (?:the )?original\b[^.;]{0,40}\bpreview\b`,
    ].join("|"),
    "u",
  ),
};

/** The manner of the deed itself. */
export const COVERTLY: Family = {
  pattern:
    /\b(?:silently|secretly|covertly|stealthily|discreetly|surreptitiously|quietly|unnoticed|in secret|behind the scenes|under the hood|in the background)\b/,
};
