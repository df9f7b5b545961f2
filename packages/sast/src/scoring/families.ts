/**
 * Weaknesses with several CWE numbers: children and siblings in MITRE's list. A finding of one number counts for a case of another number
 * in the same row.
 */
const FAMILIES: readonly (readonly number[])[] = [
  [22, 23, 24, 35, 36, 73, 98],
  [77, 78, 88],
  [79, 80, 83, 87, 116],
  [89, 564],
  [90],
  [94, 95, 96, 1336],
  [113, 93],
  [119, 120, 121, 122, 124, 125, 126, 129, 131, 170, 193, 242, 676, 787, 805, 806],
  [134],
  [190, 191, 680],
  [200, 201, 209, 215, 497, 532],
  [250, 269, 732, 266],
  [259, 321, 522, 798],
  [284, 285, 639, 862, 863, 306],
  [295, 297, 298, 299],
  [319, 523, 311],
  [325, 326, 327, 328, 759, 760, 780, 916],
  [329, 330, 331, 335, 337, 338, 340, 1204],
  [345, 347],
  [346, 942],
  [352],
  [362, 366, 367],
  [377, 378, 379],
  [400, 407, 770, 1333],
  [415, 416, 825],
  [470, 502],
  [601],
  [611, 776, 827],
  [614, 1004, 1275],
  [643, 91],
  [693, 1021],
  [915, 1321],
  [918],
]

const familyOf = new Map(FAMILIES.flatMap((family) => family.map((cwe) => [cwe, family[0]!] as const)))

/** Whether two CWE numbers describe the same weakness. */
export function isSameWeakness(one: number, other: number): boolean {
  return one === other || (familyOf.get(one) ?? -one) === (familyOf.get(other) ?? -other)
}
