/**
 * Characters that look like a Latin letter or an ASCII symbol. The target comes first, then all characters read as it; shapes are facts of
 * the scripts, collected for this project by visual comparison.
 */

/** Read as the target next to any character: typographic symbols, phonetic, turned, small-capital letters. */
const SAME_EVERYWHERE: readonly (readonly [string, string])[] = [
  ["'", '‘’‛′ʹʼˈ＇'],
  ['"', '“”‟″ʺ'],
  ['-', '‐‑‒–—―−⁃﹘'],
  ['/', '⁄∕⧸'],
  ['\\', '∖⧵'],
  ['*', '∗⁎'],
  [':', 'ː∶꞉'],
  ['|', 'ǀ∣❘'],
  ['!', 'ǃ'],
  ['<', '‹˂'],
  ['>', '›˃'],
  ['~', '∼˜'],
  ['a', 'ᴀɐɑɒ'],
  ['b', 'ʙɓƅ'],
  ['c', 'ᴄɔɕ'],
  ['d', 'ᴅɖɗ'],
  ['e', 'ᴇǝəɘɛɜ'],
  ['f', 'ꜰɟ'],
  ['g', 'ɢɡɠƃᵷ'],
  ['h', 'ʜɥɦɧ'],
  ['i', 'ɪᴉɨɩ'],
  ['j', 'ᴊɾʝ'],
  ['k', 'ᴋʞ'],
  ['l', 'ʟɭɫɬꞁ'],
  ['m', 'ᴍɯɱɰ'],
  ['n', 'ɴɳɲ'],
  ['o', 'ᴏɵ'],
  ['p', 'ᴘ'],
  ['q', 'ʠꞯ'],
  ['r', 'ʀɹɽɼɻ'],
  ['s', 'ꜱʂ'],
  ['t', 'ᴛʇʈ'],
  ['u', 'ᴜʉ'],
  ['v', 'ᴠʌʋ'],
  ['w', 'ᴡʍ'],
  ['y', 'ʏʎ'],
  ['z', 'ᴢʐʑ'],
]

/** Letters of other scripts that are nearly identical to the target. */
const STRONG: readonly (readonly [string, string])[] = [
  ['a', 'аα'],
  ['c', 'сϲⲥ'],
  ['d', 'ԁ'],
  ['e', 'еҽ'],
  ['g', 'ց'],
  ['h', 'һհ'],
  ['i', 'іιⲓ'],
  ['j', 'јϳյ'],
  ['k', 'κⲕ'],
  ['l', 'ӏ'],
  ['n', 'ոռ'],
  ['o', 'оοօⲟ'],
  ['p', 'рρⲣ'],
  ['q', 'ԛզ'],
  ['s', 'ѕ'],
  ['u', 'υսⲩ'],
  ['v', 'νѵ'],
  ['w', 'ԝѡա'],
  ['x', 'хχⲭ'],
  ['y', 'уγү'],
  ['A', 'АΑᎪꓮᗩᗅⲀ'],
  ['B', 'ВΒᏴꓐᗷᗸⲂ'],
  ['C', 'СϹᏟꓚᑕᑢⲤ'],
  ['D', 'Ꭰꓓᗪᗞ'],
  ['E', 'ЕΕᎬꓰⲈ'],
  ['F', 'ϜꓝᖴᎫ'],
  ['G', 'ԌᏀꓖᏳ'],
  ['H', 'НΗᎻꓧᕼⲎ'],
  ['I', 'ІΙӀꓲⲒᛁ'],
  ['J', 'ЈͿᎫꓙᒍ'],
  ['K', 'КΚᏦꓗⲔᛕ'],
  ['L', 'ᏞꓡᒪⳐԼ'],
  ['M', 'МΜᎷꓟⲘᗰ'],
  ['N', 'ΝꓠⲚᑎ'],
  ['O', 'ОΟՕꓳⲞ'],
  ['P', 'РΡᏢꓑᑭⲢ'],
  ['Q', 'Ԛᑫ'],
  ['R', 'ᎡᏒꓣᖇ'],
  ['S', 'ЅՏᏕᏚꓢᔕ'],
  ['T', 'ТΤᎢꓔⲦ'],
  ['U', 'ՍꓴᑌႮ'],
  ['V', 'ѴᏙꓦᐯᐺ'],
  ['W', 'ԜᎳᏔꓪᗯ'],
  ['X', 'ХΧꓫ᙭Ⲭ'],
  ['Y', 'ΥҮᎩᎽꓬⲨ'],
  ['Z', 'ΖᏃꓜᘔ'],
]

/** Letters that pass for the target only inside a word that is Latin otherwise. */
const WEAK: readonly (readonly [string, string])[] = [
  ['b', 'вьъβ'],
  ['d', 'дδ'],
  ['e', 'эєεё'],
  ['f', 'ғϝ'],
  ['h', 'нћ'],
  ['i', 'ї'],
  ['k', 'к'],
  ['l', 'ɭ'],
  ['m', 'м'],
  ['n', 'ипйηπл'],
  ['o', 'фσθ'],
  ['r', 'ягѓ'],
  ['t', 'тτ'],
  ['u', 'цμ'],
  ['w', 'шщω'],
  ['x', 'ж'],
  ['y', 'чў'],
  ['z', 'зζ'],
  ['A', 'Λ'],
  ['B', 'Ь'],
  ['E', 'ЭΣЄ'],
  ['I', 'Ї'],
  ['N', 'ИЙП'],
  ['O', 'ФΘ'],
  ['R', 'Я'],
  ['W', 'ШЩ'],
  ['Y', 'ЧЎ'],
  ['Z', 'З'],
]

/** Code point to the ASCII code unit it is read as. */
export const alwaysFold: ReadonlyMap<number, number> = withEnclosedLetters(table(SAME_EVERYWHERE))
const strong = table(STRONG)
const weak = table(WEAK)

/** The same as arrays: they are read for every letter of Russian and Greek texts. */
const TWINS_END = 0xa500
const strongTwins = new Uint8Array(TWINS_END)
const anyTwins = new Uint8Array(TWINS_END)
for (const [unit, target] of weak) anyTwins[unit] = target
for (const [unit, target] of strong) {
  anyTwins[unit] = target
  strongTwins[unit] = target
}

/** Latin letters to their Russian and Greek lookalikes, for words of those scripts with some Latin letters. */
const toCyrillic = inverse(0x0400, 0x052f, 'асеорхукмтвнАВЕКМНОРСТУХі')
const toGreek = inverse(0x0370, 0x03ff, 'αιοκνρυχΑΒΕΗΙΚΜΝΟΡΤΥΧΖ')

/** Scripts with words that may consist of only lookalikes, as inclusive ranges. */
const FOREIGN_SCRIPTS: readonly (readonly [number, number])[] = [
  [0x0370, 0x03ff],
  [0x0400, 0x052f],
  [0x0531, 0x0587],
  [0x10a0, 0x10ff],
  [0x13a0, 0x13ff],
  [0x1400, 0x167f],
  [0x16a0, 0x16ea],
  [0x2c80, 0x2cff],
  [0xa4d0, 0xa4f7],
]

/** True for letters of Greek, Cyrillic, Armenian, Cherokee, Canadian syllabics, runes, Coptic and Lisu. */
export function isForeignLetter(codePoint: number): boolean {
  return FOREIGN_SCRIPTS.some(([low, high]) => codePoint >= low && codePoint <= high)
}

/** The Latin letter that this letter passes for, or 0. */
export function latinConfusable(unit: number): number {
  return unit < TWINS_END ? strongTwins[unit]! : 0
}

/** As `strongTwin`, with letters that pass only inside a Latin word. */
export function anyConfusable(unit: number): number {
  return unit < TWINS_END ? anyTwins[unit]! : 0
}

/** The letter of the script around `sample` that a Latin letter passes for, or 0. */
export function scriptConfusable(latin: number, sample: number): number {
  if (sample >= 0x0400 && sample <= 0x052f) return toCyrillic.get(latin) ?? 0
  return sample >= 0x0370 && sample <= 0x03ff ? (toGreek.get(latin) ?? 0) : 0
}

function table(rows: readonly (readonly [string, string])[]): Map<number, number> {
  const map = new Map<number, number>()
  for (const [target, lookalikes] of rows)
    for (const character of lookalikes)
      if (!map.has(character.codePointAt(0)!)) map.set(character.codePointAt(0)!, target.charCodeAt(0))
  return map
}

/** Negative circled and squared letters and regional indicators are alphabets in a row. */
function withEnclosedLetters(map: Map<number, number>): Map<number, number> {
  for (const first of [0x1f150, 0x1f170, 0x1f1e6])
    for (let i = 0; i < 26; i++) map.set(first + i, 'a'.charCodeAt(0) + i)
  return map
}

function inverse(low: number, high: number, letters: string): Map<number, number> {
  const map = new Map<number, number>()
  for (const letter of letters) {
    const unit = letter.charCodeAt(0)
    const latin = strong.get(unit) ?? weak.get(unit)
    if (latin !== undefined && unit >= low && unit <= high) map.set(latin, unit)
  }
  return map
}
