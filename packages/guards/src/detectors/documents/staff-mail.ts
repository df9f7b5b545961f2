/** A salutation to people in the first lines of a text. */
const SALUTATION =
  /^[\s\S]{0,160}?(?<![\p{L}\p{N}])(?:(?:dear|hi|hello|hey|good (?:morning|afternoon|evening)),? (?:all|team|everyone|everybody|folks|colleagues?|staff|crew|members|parents|teachers|drivers|nurses|volunteers|neighbou?rs|residents|tenants|students|guests|partners)|team|liebe[sr]? (?:kolleg|team|alle|mitarbeit|eltern|mitglied|nachbar)|hallo (?:zusammen|team|alle)|sehr geehrte (?:kolleg|mitarbeit|damen)|chers? (?:collègues|tous|toutes|parents|membres)|chères? (?:collègues|toutes)|bonjour (?:à tous|à toutes|l[’']équipe)|estimad[oa]s (?:compañer|colegas|todos)|querid[oa]s (?:compañer|colegas|todos)|hola (?:equipo|a todos)|car[ie] (?:collegh|tutti)|gentili collegh|ciao a tutti|(?:car|prezad)[oa]s colegas|olá,? (?:equipe|equipa|a todos|pessoal)|beste (?:collega|team|allemaal|iedereen|ouders)|(?:drodzy|szanowni) (?:państwo|kole|współprac)|уважаемые (?:коллеги|сотрудники)|(?:değerli|sevgili) (?:arkadaş|çalışan|ekip|meslek))\p{L}*[^\n.!?]{0,40}?[,:!\n]|^\s{0,4}(?:коллеги|各位(?:同事|员工)|大家好|社員の皆|皆さん|皆様|동료 여러분|임직원 여러분|여러분)/iu

/** Signs that also occur in instructions to staff. */
const STAFF_SIGNS: ReadonlySet<string> = new Set(['use_a_tool', 'keep_from_user', 'about_the_user', 'urgent_label'])

/** Words for a machine, its reader or its work, and actions that a planted instruction needs. */
const OF_A_MACHINE =
  /\b(?:ai|a\.i\.|llms?|gpt\w*|assistants?|models?|chatbots?|copilot|agents?|bots?|crawlers?|prompts?|system|users?|readers?|summar\w*|translat\w*|answers?|answering|respon\w+|repl(?:y|ies|ying)|outputs?|conversations?|chats?|sessions?|memory|context|previous|above|instructions?|functions?|commands?|shell|curl|execute|call|invoke|run|fetch|search|browse|send|forward|upload|transfer|pay|wire|delete|click|visit|passwords?|credentials?|secrets?|keys?|https?|www|ki|ia|assistent\w*|asistente|assistente|modell\w*|modèle|modelo|modello|nutzer\w*|utilisateur\w*|usuario\w*|utente|gebruiker\w*)\b|@/iu
const SCORE_MAX = 0.9

/**
 * Returns whether a sentence is an instruction to the people in the text's salutation.
 * @param text the complete text
 * @param sentence one of its sentences
 * @param score the classifier's score of the sentence
 * @param signs the signs in the sentence
 */
export function isOrderToStaff(text: string, sentence: string, score: number, signs: readonly string[]): boolean {
  return (
    score < SCORE_MAX &&
    signs.every((name) => STAFF_SIGNS.has(name)) &&
    !OF_A_MACHINE.test(sentence) &&
    SALUTATION.test(text.slice(0, 400))
  )
}
