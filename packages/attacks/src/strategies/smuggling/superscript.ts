import { defineStrategy } from '../../engine/strategy.ts'
import { framed } from '../shared/frames.ts'
import { oddlyWritten } from '../shared/hidden.ts'
import { changeLetters } from '../shared/words.ts'

const RAISED = Array.from('ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖ𐞥ʳˢᵗᵘᵛʷˣʸᶻ')

export default defineStrategy({
  name: 'superscript',
  group: 'smuggling',
  title: 'Superscript letters',
  description: 'Replaces letters with superscript letters. Case is lost; URLs stay unchanged.',
  isDefault: false,
  aliases: ['SuperscriptConverter'],
  isOuter: false,
  steps: 1,
  apply: framed(oddlyWritten('small raised letters'), (wish) =>
    changeLetters(wish, (one) => (/^[a-z]$/i.test(one) ? RAISED[one.toLowerCase().charCodeAt(0) - 97]! : one)),
  ),
})
