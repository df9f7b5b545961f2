/** Testable claim of the specification, in our own words. */
export interface Statement<Id extends string = string> {
  /** Stable and readable: `service:area.claim`. Tests cite it. */
  readonly id: Id
  /**
   * Service and section, e.g. `1 §4 rule 1`: 1 guard, 2 appsec, 3 red team. `0 §1 Verdicts, file` clarifies service 1; `0 §0 …` applies to
   * all services. `placeOf` in pages.ts maps it to a heading of docs/spec.
   */
  readonly source: string
  readonly text: string
}

/** Statements from one section of one document. */
export interface Section<Id extends string = string> {
  readonly source: string
  readonly rows: Readonly<Record<Id, string>>
}

/** Declares the statements of one section; their ids stay literal, so that unknown ids are compile errors. */
export function section<const Rows extends Readonly<Record<string, string>>>(
  source: string,
  rows: Rows,
): Section<Extract<keyof Rows, string>> {
  return { source, rows }
}

/** The ids of a list of sections. */
export type IdsOf<Sections extends readonly Section[]> = Sections[number] extends infer One
  ? One extends Section<infer Id>
    ? Id
    : never
  : never

/** The statements of a list of sections, in the order in which they are written. */
export function statementsOf<const Sections extends readonly Section[]>(
  sections: Sections,
): readonly Statement<IdsOf<Sections>>[] {
  return sections.flatMap(({ source, rows }) =>
    Object.entries(rows).map(([id, text]) => ({ id: id as IdsOf<Sections>, source, text })),
  )
}
