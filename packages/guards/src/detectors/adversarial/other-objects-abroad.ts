/**
 * Non-English phrases that discard instructions about an object ("les consignes précédentes concernant la charnière"), or report such an
 * instruction from another person. Take linear time.
 */

/** Each ends before the subject of the instructions. */
const ABOUT: readonly RegExp[] = [
  /(?:ignor|missacht|vergess|vergiss|verwerf|verwirf|[uü]bergeh)\p{L}{0,6} (?:sie )?(?:\p{L}+ ){0,3}(?:bisherig|vorherig|vorig|fr[uü]her|alt)\p{L}{0,3} (?:anweisung|regel|vorgabe|instruktion)\p{L}{0,3} (?:zu[mr]?|[uü]ber|bez[uü]glich|f[uü]r|betreffend|hinsichtlich) /giu,
  /\b(?:negeer|vergeet|negeren) (?:\p{L}+ ){0,3}(?:vorige|eerdere) (?:instructies|regels|opdrachten) (?:over|voor|betreffende|bij) /giu,
  /\b(?:ignore[rz]?|oublie[rz]?) (?:\S{1,14} ){0,3}(?:instructions?|consignes?|r[eè]gles?) (?:pr[eé]c[eé]dentes?|ant[eé]rieures?) (?:concernant|sur|relatives? [aà]|[aà] propos d[eu]|au sujet d[eu]|pour) /giu,
  /\b(?:ignor[aeo]\p{L}{0,2}|olvid[ae]\p{L}?) (?:\S{1,14} ){0,3}(?:instrucciones|reglas|[oó]rdenes|indicaciones) (?:anteriores|previas) (?:sobre|acerca de|relativas a|respecto a|para) /giu,
  /\b(?:ignor[ae]\p{L}?|esque[cç]\p{L}{1,3}) (?:\S{1,14} ){0,3}(?:instru[cç][oõ]es|regras|ordens) (?:anteriores|pr[eé]vias) (?:sobre|relativas|acerca|para|referentes) /giu,
  /\b(?:ignora\p{L}{0,2}|dimentica\p{L}{0,2}) (?:\S{1,14} ){0,3}(?:istruzioni|regole|ordini) (?:precedenti|anteriori) (?:su|sul|sulla|sui|sulle|riguardo|relative|per) /giu,
  /\b(?:zignor|ignor|pomi[nń]|zapomn)\p{L}{1,5} (?:\p{L}+ ){0,2}(?:poprzedni|wcze[sś]niejsz)\p{L}{0,4} (?:instrukcj|polece|zasad)\p{L}{0,4} (?:dotycz\p{L}{2,4}|w sprawie|co do|o) /giu,
  /(?:игнорируй|забудь)(?:те)? (?:\p{L}+ ){0,2}(?:предыдущ|прежн|прошл)\p{L}{0,4} (?:инструкци|указани|правил)\p{L}{0,3} (?:по|о|об|относительно|насчёт|касательно) /giu,
]

/** Each starts with the subject. */
const ABOUT_BEFORE: readonly RegExp[] = [
  /([^\n.!?,;]{2,40}?)(?: ile ilgili|l[ae] ilgili| hakk[ıi]ndaki) [oö]nceki (?:t[uü]m )?(?:talimat|kural|komut)\p{L}{0,6} (?:yok say|g[oö]rmezden|unut)\p{L}{0,4}/giu,
  /([^。！？、，\n]{1,20})(?:に関する|についての)(?:私の|当方の|弊社の)?(?:これまで|以前|前)の(?:指示|命令|ルール)[^。！？\n]{0,4}(?:無視|忘れ)\p{L}{0,3}/gu,
  /(?:忽略|无视|無視|忘记|忘記)[^。！？\n]{0,2}(?:之前|以前|先前)[^。！？\n]{0,2}(?:关于|關於|有关|有關)([^。！？，\n]{1,20})的(?:指令|指示|规则|規則|说明|說明)/gu,
  /([^\n.!?,]{2,20})에 (?:관한|대한) (?:제 |내 |저희 |우리 )?이전 (?:지시|명령|규칙|지침)[^.!?\n]{0,4}(?:무시|잊)\p{L}{0,3}/gu,
]

/** Reports of another person's request. */
const REPORTED: readonly RegExp[] = [
  /\b(?:mon|ma|notre|le|la) (?:chef|patron\p{L}*|directeur|directrice|responsable|professeure?|collègue|cliente?|médecin) (?:m[’']a|nous a|lui a|leur a) (?:dit|demandé|conseillé) d(?:[’']|e )(?:ignorer|oublier)[^.!?\n]{0,60}/giu,
  /\b(?:mein|unser|der|die|meine|unsere) (?:chef|chefin|leiter|leiterin|lehrer|lehrerin|kollege|kollegin|kunde|kundin|ärztin|arzt) [^.!?\n]{0,40}(?:ignorieren|vergessen|missachten)\b/giu,
  /\b(?:mi|nuestro|el|la) (?:jef[ae]|profesora?|colega|cliente|director|directora|médic[oa]) (?:me|nos|le|les) (?:dijo|pidió|ha dicho) que (?:ignor|olvid)[^.!?\n]{0,60}/giu,
  /\bil mio (?:capo|collega|cliente|professore|direttore) (?:mi|ci) ha (?:detto|chiesto) di (?:ignorare|dimenticare)[^.!?\n]{0,60}/giu,
]

/** Words for the model, its conversation, or its confidential content, at the start of the subject. */
export const OF_A_MODEL_ABROAD =
  /(?<!\p{L})(?:(?:sich|siz|du|dich|dir|sie|jou|je|jij|toi|tu|te|ti|ton|tes|vous|votre|vos|cette|tus|usted|esta|este|você|voc|seu|sua|questa|lei|tuo|tua|ciebie|ты|вас|ваш|sen|senin|bu|ki|ia|ai|ии|deze|dit|diese[srmn]?|dein\p{L}*)(?!\p{L})|sicher|veilig|s[ée]gur|s[eé]cur|sicur|system|sist|secret|segr|geheim|vertraul|confiden|bezpiecz|безопас|секрет|систем|g[uü]ven|gizli|chat|gespräch|gesprek|conversa|rozmow|разговор|sohbet|teb|tob|tw[oó]j|теб|тво|modell?|assist|asyst|ассист|asistan|bot|prompt|промпт|filtr|filter|фильтр|filtre|zensur|censur|цензур|etik|étic|éthi|этик|moral|мораль|inhalt|conten|antwort|antwoord|r[eé]pon|respu|respo|rispo|odpow|ответ|cevap|yanıt|passw|mot de|contrase|senha|has[lł]|парол|şifre|alles|tout|todo|tutt|wszyst|все|her şey)|回答|会話|安全|秘密|機密|あなた|モデル|ボット|あらゆる|全|你|您|模型|对话|對話|机密|保密|密码|所有|一切|너|당신|모델|대화|안전|보안|비밀|모든|답/iu

/** A request beyond the subject, in the languages of the phrases. */
const DEMAND_ABROAD =
  /(?<!\p{L})(?:zeig|verrat|gib mir|sag mir|antworte|du bist|passwort|toon|vertel|wachtwoord|je bent|montre|r[eé]v[eè]l|dis-moi|affiche|r[eé]ponds|tu es|mot de passe|muestra|revela|dime|responde|eres|contraseña|mostre|mostra|rivela|dimmi|rispondi|sei un|diga|você é|senha|pokaż|ujawni|powiedz|jesteś|hasło|покаж|раскр|скажи|ответь|ты теперь|пароль|göster|söyle|yanıtla|sen artık|şifre)|显示|告诉我|輸出|输出|你是|密码|表示し|教えて|出力|あなたは|パスワード|보여|알려|출력|당신은|비밀번호/iu

const THING_CHARS = 48

/** Returns the text without such phrases; unchanged if the subject may be the model, or with another request. */
export function withoutOtherObjectsAbroad(text: string): string {
  let rest = text
  for (const phrase of ABOUT) {
    rest = rest.replaceAll(phrase, (found, at: number, whole: string) => {
      const subject = whole
        .slice(at + found.length, at + found.length + THING_CHARS)
        .split(/[.!?,;\n]| (?:und|et|y|e|en|i|и) /u, 1)[0]!
      return subject.trim() === '' || OF_A_MODEL_ABROAD.test(subject) ? found : ' '
    })
  }
  for (const phrase of ABOUT_BEFORE) {
    rest = rest.replaceAll(phrase, (found, subject: string) => (OF_A_MODEL_ABROAD.test(subject) ? found : ' '))
  }
  for (const phrase of REPORTED) rest = rest.replaceAll(phrase, ' ')
  return rest === text || DEMAND_ABROAD.test(rest) ? text : rest
}
