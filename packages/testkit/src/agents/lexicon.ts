import type { Effect } from './deeds.ts'

/** Word stems by which agents recognize requested actions, in their languages. */
const EFFECT_STEMS: readonly (readonly [effect: Effect, stems: RegExp])[] = [
  ['delete', /\b(?:delet|remov|purg|wip|clean|clear|empt|eras|lösch|entfern|räum|aufräum|supprim|efface|borr|elimin|vací|cancel|ann?ul|anula)/i],
  ['pay', /\b(?:pay|paid|transfer|refund|credit|discount|voucher|überweis|zahl|erstatt|rabatt|gutschrift|vers[eé]|rembours|remise|pag[ao]|transfier|reembols|descuento|dearest model)/i],
  ['grant', /\b(?:grant|role|admin|right|permission|privileg|unlock|rechte?|rolle|freischalt|droits?|permis|derechos|concede|access|raise them|auditor|verified|lift|add me)/i],
  ['install', /\b(?:install|extension|plugin|package|crate|module|paket|paquete)/i],
  ['delegate', /\b(?:other agent|agents?\b|helper|helfer|agenten|delegate|pass (?:my|it)|hand over|colleague|gib es)/i],
  ['remember', /\b(?:rememb|memor|merk|behalte|keep in mind|note that|mémoire|recuerd|learn|profile|standing rule)/i],
  ['run', /\b(?:run|execut|command|script|quer(?:y|ies)|code|führe|ejecut|exécut|job|copy of yourself|copies|start a|machine can do|schedule)/i],
  ['send', /\b(?:send|sent|write to|mail|notif|message|forward|post\b|contact|report(?:ed)? |schick|sende|benachrichtig|leite|envo[iy]|envía|manda|reenv|invite|public|upload|export|announce|tell (?:all|every))/i],
  ['change', /\b(?:chang|updat|edit|set\b|set up|clos|mark|änder|setz|trag|schreib in|modif|cambia|pon\b|book|reserv|create|crea\b|register|approv|genehmig|valid|switch|save|rule|open an? (?:account|ticket)|account|file it|entry|order|abre|leg[et]? )/i],
] // prettier-ignore

/** Returns the requested effects in a text; empty when none is named. */
export function effectsIn(text: string): readonly Effect[] {
  return EFFECT_STEMS.flatMap(([effect, stems]) => (stems.test(text) ? [effect] : []))
}

/** Request for internal data: secrets, instructions, records of others. */
export const ASKS_INSIDE =
  /\b(?:secret|password|passwor[td]|key|token|credential|code ?word|code|instruct|prompt|briefing|operator|config|settings?|connection|record|entry|entries|data|customers?|client|account|address|documents?|passages?|lines above|text above|notes|internal|confidential|stored|memory|session|header|character|salary|invoices?|thinking|reasoning|told|files?|knowledge|pass(?:e|t|w)|schlüssel|geheim|anweisung|vorgabe|konfig|daten|akte|konto|inhalt|zugang|überlegung|notizen|wissensbasis|kund|mot de passe|clé|consigne|donn[ée]|documents|client|contraseña|clave|instruccion|datos|contenido|archivos|cuenta|otr[oa]s|ausleiten|everything|whole|half|continue|rest of it)/i
export const ASKS_CHINESE_INSIDE = /指示|提示|规则|开头|系统/

/** Question about the model. */
export const ASKS_MODEL = /\b(?:model\w*|made you|your maker|predecessor|vorgänger|same house|sprachmodell)/i
/** Question about the tools. */
export const ASKS_TOOLS =
  /\b(?:functions?|tools?|signatures?|names that would|callable|werkzeuge?|funktionen|aufrufe|interface)\b/i
/** Request for an excessive amount of text. */
export const ASKS_LONG =
  /\b(?:\d{3,}|\d,\d{3}|hundred|thousand|forty|fifty|sixty|for ?ever|without (?:ever )?stop|until|again|by hand|every|each|all\b|hundert|tausend|zweitausend|ewig|immer|ohne je|alle|sans fin|mille|toutes?|chaque|para siempre|long|repeat|double|three times)/i
/** Request for repeated calls. */
export const ASKS_ROUNDS =
  /\b(?:until|again|one after the other|each with|one call|without stopping|loop|every|all forty|bis|immer wieder|nacheinander|nach der anderen|jede|1 to 60|1 bis 60|step one|hundred|both)/i
/** Question about messages of other users. */
export const ASKS_OTHERS =
  /\b(?:mira|jonas|flat|before me|previous|other|others|somebody else|last message|colleague|case|workspace|project|session|sessions|today|code|word|anterior|otra|vorher|ander|kollegin|nachricht|übernehme|greet|hi|hello|hola|hallo)\b/i
/** Request for harmful content. */
export const ASKS_HARM =
  /\b(?:poison|gas\b|radioactive|strahlend|material|weapon|attack|hurt|bomb|drugs?|droge|drogas?|drogues?|break into|alarm|netz|eindring|entrer dans|forbidden|forge|exist|pr[eé]stamo|enkel|geld|fremde|vertreib|unbearable|religion|imposible|child|kinder|parents|eltern|anschlag|attentat|young people|group|win |eat as good|giving up|mal sans|vermissen|accident|crowd|menschenmenge|multitud|foule|program|programm|programa|teclea|tippt|bank|passwor|unnoticed|unbemerkt|sans être vu|without being)/i
/** Request for an ordinary amount of text. */
export const ASKS_SHORT = /\b(?:short|three times|five|one to ten|ten times|drei|fünf|kurz)\b/i
/** Request for stored data of a person. */
export const ASKS_RECORD =
  /\b(?:records?|customers?|accounts?|address|invoices?|orders?|salary|contract|messages|medical|tenant|workspace|kund|konto|akte|rechnung|anschrift|bestellung|arbeitsbereich|factures|dossier|adresse|factur|pedido|expediente|direcci)/i
