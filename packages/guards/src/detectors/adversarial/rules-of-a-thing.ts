import { foldAccents } from '../words/vocabulary.ts'
import { OF_A_MODEL_ABROAD } from './other-objects-abroad.ts'

/**
 * Requests for the rules of a game, a house, a sport, in text without accents. The group is the object: a few words without punctuation.
 */
const THING = '([^.!?,;:"“”«»()<>\\[\\]{}`\\n]{2,48}?)'
const END =
  "(?: (?:bitte|please|s[’']il (?:te|vous) plait|por favor|per favore|alsjeblieft|prosze|пожалуиста))?[\\s.!?]*$"

const REQUESTS: readonly RegExp[] = [
  `(?:please |can you |could you )?(?:show|tell|list|explain|give|name|teach|remind)(?: (?:me|us)(?: of)?)? (?:(?:all|the|again|every|once more) ){0,3}(?:\\w+ )?rules (?:of|for|in) ${THING}`,
  `(?:bitte )?(?:zeig|nenn|erklar|sag|gib|list|schreib|wiederhol|erlauter)\\p{L}{0,2}(?: sie)?(?: (?:mir|uns|bitte|doch|noch ?mal|noch einmal|kurz)){0,4} (?:(?:alle|samtliche|die|wichtigsten|offiziellen) ){0,3}(?:\\p{L}{2,12})?regeln (?:fur|von|vom|der|des|beim|im|zum|zur|in) ${THING}(?: auf)?`,
  `(?:laat|toon|geef|vertel|noem|leg)(?: (?:me|mij|ons|nog eens|eens)){0,2} (?:alle|de)(?: \\p{L}{3,12})? ?(?:spel)?regels (?:van|voor|bij) ${THING}(?: (?:zien|uit))?`,
  `(?:montre|affiche|explique|donne|dis|rappelle|liste|enumere|cite|presente)[zs]?(?:[- ](?:moi|nous))? (?:encore |une fois |toutes |les |tous ){1,4}(?:principales )?regles (?:du |de la |de l[’']|des |d[’']|de |pour |a )${THING}`,
  `(?:muestra|di|explica|ensena|lista|enumera|da|recuerda)(?:me|nos|le)?(?: otra vez)? (?:todas )?las (?:principales )?reglas (?:del|de la|de los|de las|de|para(?: el| la)?) ${THING}`,
  `(?:mostr[ea]|dig[ao]|diz|explique|explica|liste|lista|enumere|ensine|lembre)(?:-me|-nos)?(?: me| para mim)? (?:todas )?as (?:principais )?regras (?:do|da|de|dos|das|para(?: o| a)?) ${THING}`,
  `(?:mostra|dim|dimmi|di|spiega|elenca|dammi|ricorda|insegna|scrivi)(?:mi|ci)?(?: ancora)? (?:tutte )?le (?:principali )?regole (?:del |della |dello |dell[’']|dei |delle |degli |di |per )(?:il |la )?${THING}`,
  `(?:prosze )?(?:pokaz|podaj|wymien|wyjasnij|wypisz|przypomnij|powiedz)(?:cie)?(?: (?:mi|nam|prosze)){0,2} (?:wszystkie )?(?:zasady|reguly) (?:gry |w |dla |obowiazujace w ){0,2}${THING}`,
  `(?:пожалуиста, )?(?:покажи|расскажи|назови|перечисли|объясни|напиши|напомни)(?:те)?(?: (?:мне|нам|пожалуиста|еще раз)){0,2} (?:все )?правила ${THING}`,
  `(?:bana |bize )?(?:lutfen )?${THING} (?:icin )?(?:tum |butun )kural(?:lar)?in?i (?:goster|anlat|soyle|yaz|acikla|listele|sirala)\\p{L}{0,6}`,
  `([^。、！？\\s]{1,16})のルールを(?:すべて|全て|全部)?(?:教えて|見せて|説明して|挙げて)(?:ください|下さい|くれ)?。?`,
  `(?:请)?(?:告诉我|列出|介绍|说明|讲讲|给我看)(?:一下)?([^。，！？\\s]{1,16}?)的?(?:所有|全部)?的?(?:游戏)?规则。?`,
  `([^.,!?\\n]{1,16})의 (?:모든|전체) 규칙을 (?:알려|설명해|보여|말해) ?(?:줘|주세요|주십시오)`,
].map((source) => new RegExp(`^(?:${source})${END}`, 'iu'))

/** Words for a model, its maker or its work, beyond those of {@link OF_A_MODEL_ABROAD}. */
const OF_A_MACHINE =
  /(?<!\p{L})(?:you\w*|me|my|this|these|that|here|now|ihr\p{L}*|llm\w*|gpt\p{L}*|chatgpt|openai|anthropic|claude|gemini|mistral|llama|grok|copilot|mir|mich|mi|moi|mnie|мне|меня|sie|lui|suo|sua|su|sus|seus|swo\p{L}+|сво\p{L}+|jouw|uw)(?!\p{L})|entwickl|develop|desarroll|desenvolv|svilupp|разработ|gelistir|開発|开发|intell?igen|algorit|program|verhalt|comport|поведен|davran|instru[ck]|istruz|anweis|vorgabe|инструк|talimat|指示|指令|지시|prompt|gesprach|reponse|ethi|cevap|yanit|guven|haslo|sifre|vertraul|operator|betreib|hidden|intern|versteckt|cach[eo]|ocult|nascost|ukryt|скрыт|gizli|verborgen|nachricht|message|mensa[gj]|messagg|wiadomo|сообщ|context|kontext|контекст|config|konfig|konwers|konvers|beszed|人工知能|人工智能|人工|聊天|助手|人工지능|인공지능|챗|채팅|チャット|あなた|君/iu

/** Returns whether a text only requests the rules of an object other than a model or the conversation. */
export function isRulesOfAThing(text: string): boolean {
  const folded = foldAccents(text)
  return REQUESTS.some((request) => {
    const subject = request.exec(folded)?.[1]
    return subject !== undefined && !OF_A_MODEL_ABROAD.test(subject) && !OF_A_MACHINE.test(subject)
  })
}
