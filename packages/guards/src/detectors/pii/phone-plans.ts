/** Digits of a full number after the `+`: ITU-T E.164 allows 15. */
export const E164_DIGITS_MAX = 15

/**
 * Lengths of national numbers by calling code, `code:min-max`, as the national plans filed with the ITU have them.
 * Short codes and services that cannot be dialled from abroad are left out.
 */
const PLANS =
  '1:10 7:10 20:8-10 27:9 30:10 31:9 32:8-9 33:9 34:9 36:8-9 39:6-12 40:9 41:9 43:6-13 44:9-10 45:8 46:7-10 47:8 48:9 ' +
  '49:6-12 51:8-9 52:10 53:8 54:10-11 55:10-11 56:9 57:8-10 58:10 60:8-10 61:9 62:8-12 63:8-10 64:8-10 65:8 66:8-9 ' +
  '81:9-10 82:8-10 84:9-10 86:10-11 90:10 91:10 92:9-10 93:9 94:9 95:7-10 98:10 211:9 212:9 213:8-9 216:8 218:8-9 220:7 ' +
  '221:9 222:8 223:8 224:8-9 225:8-10 226:8 227:8 228:8 229:8-10 230:7-8 231:7-9 232:8 233:9 234:8-10 235:8 236:8 ' +
  '237:8-9 238:7 239:7 240:9 241:7-8 242:9 243:7-9 244:9 245:7-9 246:7 247:5-6 248:7 249:9 250:9 251:9 252:7-9 253:8 ' +
  '254:9 255:9 256:9 257:8 258:8-9 260:9 261:9 262:9 263:9 264:8-9 265:7-9 266:8 267:7-8 268:8 269:7 290:4-5 291:7 ' +
  '297:7 298:6 299:6 350:8 351:9 352:6-11 353:7-10 354:7-9 355:8-9 356:8 357:8 358:6-11 359:7-9 370:8 371:8 372:7-8 ' +
  '373:8 374:8 375:9 376:6-9 377:8-9 378:6-10 380:9 381:8-10 382:8 383:8-9 385:8-9 386:8 387:8-9 389:8 420:9 421:9 ' +
  '423:7-9 500:5 501:7 502:8 503:8 504:8 505:8 506:8 507:7-8 508:6 509:8 590:9 591:8 592:7 593:8-9 594:9 595:9 596:9 ' +
  '597:6-7 598:8 599:7-8 670:7-8 672:6 673:7 674:7 675:7-8 676:5-7 677:5-7 678:5-7 679:7 680:7 681:6 682:5 683:4-7 ' +
  '685:5-7 686:5-8 687:6 688:5-6 689:6-8 690:4-7 691:7 692:7 800:8 850:8-10 852:8 853:8 855:8-9 856:8-10 870:9 880:8-10 ' +
  '881:8-10 882:7-12 883:7-12 886:8-9 888:8 960:7 961:7-8 962:8-9 963:8-9 964:8-10 965:8 966:9 967:7-9 968:8 970:8-9 ' +
  '971:8-9 972:8-9 973:8 974:8 975:8 976:8 977:8-10 979:9 992:9 993:8 994:9 995:9 996:9 998:9'

const LENGTHS: ReadonlyMap<string, readonly [number, number]> = new Map(
  PLANS.split(' ').map((plan) => {
    const [code = '', range = ''] = plan.split(':')
    const [min = '', max = min] = range.split('-')
    return [code, [Number(min), Number(max)] as const]
  }),
)

/** Whether digits form a number in E.164 without its `+`; a trunk zero in `(0)` must be removed before. */
export function isE164(digits: string): boolean {
  if (digits.length > E164_DIGITS_MAX) return false
  for (let size = 1; size <= 3; size++) {
    const range = LENGTHS.get(digits.slice(0, size))
    if (range === undefined) continue
    const national = digits.length - size
    if (national < range[0] || national > range[1]) return false
    return digits.startsWith('1') ? isNanp(digits.slice(1)) : true
  }
  return false
}

/** North America: area and exchange start at 2, the area's second digit is no 9, and N11 codes are services. */
export function isNanp(national: string): boolean {
  return /^[2-9][0-8]\d[2-9]\d{6}$/.test(national) && !national.startsWith('11', 1) && !national.startsWith('11', 4)
}

/** Like {@link isNanp} for numbers with North American punctuation only: fictitious exchanges are accepted as well. */
export function isNanpShaped(national: string): boolean {
  return /^[2-9]\d{9}$/.test(national) && !/^(\d)\1+$/.test(national)
}
