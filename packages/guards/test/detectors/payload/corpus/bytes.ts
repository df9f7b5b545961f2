/** Bytes, one character each, as the formats write them. */
export const base64 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('base64')
export const hex = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('hex')
export const fill = (length: number): string =>
  Array.from({ length }, (_none, i) => String.fromCharCode((i * 37 + 11) % 256)).join('')

export const mz = `MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0\xb8${'\0'.repeat(7)}@${'\0'.repeat(35)}\x80\0\0\0${fill(64)}`
export const elf = `\x7fELF\x02\x01\x01${'\0'.repeat(9)}\x03\0>\0\x01\0\0\0${fill(64)}`
export const java = `\xac\xed\0\x05sr\0\x11java.util.HashMap\x05\x07\xda${fill(40)}`
export const pickle = (module: string, name: string): string =>
  `\x80\x04\x95\x1d\0\0\0\0\0\0\0\x8c${String.fromCharCode(module.length)}${module}\x94\x8c${String.fromCharCode(name.length)}${name}\x94\x93\x94\x8c\x02id\x94\x85\x94R\x94.`
