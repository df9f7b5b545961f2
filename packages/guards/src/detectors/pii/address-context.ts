/** Nouns that a number follows as a label: "room 14", "Tisch 9", "exercice 3". The words after it are no street. */
const COUNTERS: ReadonlySet<string> = new Set(
  (
    'room rooms gate gates table tables seat desk locker ward bed bay aisle shelf rack dock pitch lap lane track court field hall stage stall booth ' +
    'stand stop platform line bus tram train car van truck flight level floor storey wing zone area sector position pos step steps point item items part ' +
    'parts question questions exercise exercises worksheet lesson unit task tasks activity page pages chapter section figure rule rules order orders job ' +
    'jobs player players team teams group groups class grade year house form round race race match game games episode season scene act song track level ' +
    'mission quest map card cards ticket tickets invoice case issue story epic sprint version phase model type size size box crate pallet slot port node ' +
    'pod worker sensor valve pump tank channel camera unit top best ran run runs sent took took sold won lost scored counted unload unloaded load loaded picked packed ' +
    'raum zimmer tisch platz reihe gruppe klasse aufgabe übung seite kapitel regel lager tor halle gleis linie stufe schritt punkt nummer feld station ' +
    'salle table groupe classe exercice activité page chapitre règle entrepôt quai porte ligne étape point numéro équipe chambre ' +
    'sala mesa grupo clase ejercicio actividad página capítulo regla almacén muelle puerta línea paso punto equipo habitación apartado ' +
    'tavolo gruppo classe esercizio attività pagina capitolo regola magazzino banchina porta linea passo squadra camera aula ' +
    'turma exercício atividade capítulo regra armazém doca linha etapa equipe quarto ' +
    'zaal tafel groep klas opdracht oefening pagina hoofdstuk regel magazijn dok lijn stap ploeg kamer lokaal ' +
    'sala stół stolik grupa klasa zadanie ćwiczenie strona rozdział zasada magazyn rampa linia krok pokój ' +
    'зал стол группа класс задание упражнение страница глава правило склад ворота линия шаг кабинет комната ' +
    'salon masa grup sınıf alıştırma görev sayfa bölüm kural depo kapı hat adım oda'
  ).split(' '),
)

/** Words before a house number: a residence, a destination, or a delivery. After any other small word the number is a count. */
const LEADS_TO_A_HOUSE =
  /(?:^|[^\p{L}\p{M}])(?:at|to|in|on|of|from|near|by|is|are|was|were|be|and|or|the|for|with|via|opposite|behind|outside|between|past|off|into|than|as|it|me|us|him|her|them|visit|visits|visited|address|located|live|lives|lived|here|there|no|number|nr|nearest|where|home|house|bought|rent|rented|own|owned|owns|called|named|towards?|around|street|flat|apt|apartment|suite|unit|site|depot|office|store|shop|property|premises|residence|à|au|du|chez|le|en|de|der|die|das|im|am|zu|zum|zur|nach|bei|von|a|al|del|da|em|na|no|op|te|w|przy|в|на)\s$/iu

const WORD_BEFORE = /(\p{L}[\p{L}\p{M}'’-]*)[.:]?\s(?:no\.? |nr\.? |#)?$/iu

/** Common nouns among the endings of street names: without a word that leads to a house, a number before them counts. */
const COMMON_ENDING =
  /\b(?:Court|Way|Place|Square|Terrace|Circle|Trail|Close|Grove|Gardens?|Row|Walk|Rise|Loop|Plaza|Heights|Mall|Park|Hill|Green|View|Path|Parade|Mount|Vale|Ridge|Wing|Quay)\W*$/u

/** A plural noun after it: "22 Long Lane crates", "20 Gold Court tickets". */
const COUNTED_BEHIND =
  /^ (?!(?:is|was|has|this|plus|across|towards|besides|sometimes|always|perhaps|yes|its|hours|sits|lies|has|looks|belongs|needs|stands|costs|opens|closes|gets|sells|remains|starts|begins)\b)\p{Ll}{3,}[^s\W]s\b/u

const BEFORE_CHARS = 40

/** Start of a log line. */
const LOG_LINE =
  /^\W{0,3}(?:\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|\d\d:\d\d |\w{3}\s{1,2}\d\d? \d\d:\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}\D{1,2}\d\d:\d\d|\d{1,2}\/\w{3}\/\d{4}|\d{10,13}\b|(?:time|ts|level|lvl)=)|\b(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|NOTICE)\b/
const LOG_HEAD_CHARS = 60

/**
 * Whether the number of a possible address labels or counts something: "room 14 Garden View", "22 Long Lane crates", "9 Window Row"
 * without a word that indicates a house.
 * @param at the first digit
 * @param name end of the street's name
 * @param hasCue whether an address word is nearby
 */
export function isCounting(text: string, at: number, name: number, hasCue: boolean): boolean {
  if (hasCue) return false
  const before = text.slice(Math.max(0, at - BEFORE_CHARS), at)
  const word = WORD_BEFORE.exec(before)?.[1]
  if (word !== undefined && COUNTERS.has(word.toLowerCase())) return true
  if (COUNTED_BEHIND.test(text.slice(name, name + BEFORE_CHARS))) return true
  if (LOG_LINE.test(text.slice(text.lastIndexOf('\n', at) + 1, at).slice(0, LOG_HEAD_CHARS))) return true
  if (LEADS_TO_A_HOUSE.test(before) || isLineOf(text, at, name)) return false
  if (COMMON_ENDING.test(text.slice(at, name))) return true
  return word !== undefined && /^\p{Ll}/u.test(word) && /\p{L}\s$/u.test(before)
}

/** A line by itself between others, as in the head of a letter. */
function isLineOf(text: string, at: number, name: number): boolean {
  return (
    /\n[> ]{0,3}(?:\d{1,5} )?$/.test(text.slice(Math.max(0, at - BEFORE_CHARS), at)) &&
    /^,?\s?\n/.test(text.slice(name, name + 3))
  )
}

/** Words before the Italian "via"; elsewhere the word is a preposition: "called via Hotline 3 times". */
const ITALIAN_BEFORE =
  /(?:^|[,:;(\n]\s{0,3}|(?:^|\s)(?:in|di|da|a|la|è|alla|della|sede|indirizzo|abito|abita|residente|presso|nostra)\s)$/iu

/** Whether the street that starts at `start` is a preposition with a name. */
export function isPreposition(text: string, start: number, hasCue: boolean): boolean {
  return (
    !hasCue &&
    text.startsWith('via ', start) &&
    !ITALIAN_BEFORE.test(text.slice(Math.max(0, start - BEFORE_CHARS), start))
  )
}
