import type { AttachmentKind } from '@gatehouse/contracts/redteam'
import type { Report } from '@gatehouse/contracts/reports'
import type { Carrier } from '../engine/attack.ts'
import { defineStrategy, type Strategy } from '../engine/strategy.ts'
import { kindOf } from './attachment.ts'
import { findSpeechProgram, SPEECH_PROGRAM } from './speech.ts'

const carrying = (name: Carrier, title: string, description: string, aliases: readonly string[]): Strategy =>
  defineStrategy({
    name,
    group: 'multimodal',
    title,
    description,
    isDefault: false,
    aliases,
    isOuter: false,
    steps: 1,
    carrier: name,
    apply: (approach) => approach,
  })

/** Strategies that send the messages of an attack in files. They need a target that accepts the type of file. */
export const CARRIER_STRATEGIES: readonly Strategy[] = [
  carrying('image_text', 'Text in an image', 'Renders the message into a PNG image.', ['visual_prompt', 'typographic']),
  carrying('image_low_contrast', 'Pale text in an image', 'Renders the message in near-white letters on white.', [
    'low_contrast',
    'invisible_image_text',
  ]),
  carrying('image_metadata', 'Text in image metadata', 'Writes the message into tEXt, iTXt and EXIF fields of a PNG.', [
    'exif',
    'exif_injection',
  ]),
  carrying('qr_code', 'QR code', 'Encodes the message as a QR code.', ['qr']),
  carrying('pdf_hidden_text', 'Hidden text in a PDF', 'Writes the message invisibly into a PDF with ordinary text.', [
    'pdf_injection',
    'pdf',
  ]),
  carrying('docx_hidden_text', 'Hidden text in a DOCX', 'Writes the message as hidden text into a DOCX document.', [
    'docx_injection',
    'docx',
  ]),
  carrying('audio_speech', 'Speech', 'Speaks the message into a WAV file. Requires espeak-ng.', ['audio', 'speech']),
]

/** Returns the strategies for a target that accepts these types of files. */
export function carriersFor(
  accepted: readonly AttachmentKind[] = [],
  canSpeak = findSpeechProgram() !== undefined,
): readonly Strategy[] {
  return CARRIER_STRATEGIES.filter(
    ({ carrier }) =>
      carrier !== undefined && accepted.includes(kindOf(carrier)) && (canSpeak || carrier !== 'audio_speech'),
  )
}

/** Lists the declared files that this machine cannot create: the report makes no claim about them. */
export function uncreatedFiles(
  accepted: readonly AttachmentKind[],
  canSpeak = findSpeechProgram() !== undefined,
): Report['notTested'] {
  if (!accepted.includes('audio') || canSpeak) return []
  return [{ category: 'audio_speech', reason: `Not sent: ${SPEECH_PROGRAM} is not installed.` }]
}

/** Returns why a strategy cannot be sent to a target that accepts these types of files, as a sentence; undefined: all can. */
export function carrierProblem(
  strategies: readonly Strategy[],
  accepted: readonly AttachmentKind[] = [],
  canSpeak = findSpeechProgram() !== undefined,
): string | undefined {
  for (const { name, carrier } of strategies) {
    if (carrier === undefined) continue
    if (accepted.includes(kindOf(carrier))) {
      if (canSpeak || carrier !== 'audio_speech') continue
      return `Strategy ${name} needs ${SPEECH_PROGRAM}: install it.`
    }
    return `Strategy ${name} needs a target that accepts files: add ${kindOf(carrier)} to target.attachments.`
  }
  return undefined
}
