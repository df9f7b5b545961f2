import { sortedStatements, type VexDocument, type VexStatement } from './statement.ts'

/**
 * Converts statements to an OpenVEX 0.2.0 document. Each names the product and its component, so that both can be looked up.
 * @see https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md
 */
export function openVex(document: VexDocument) {
  const { id, author, madeAt, tool, version = 1, issuedAt = madeAt } = document
  return {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': `urn:uuid:${id}`,
    author,
    timestamp: issuedAt.toISOString(),
    ...(issuedAt.getTime() === madeAt.getTime() ? {} : { last_updated: madeAt.toISOString() }),
    version,
    tooling: `${tool.name} ${tool.version}`,
    statements: document.statements.length === 0 ? [nothing(document)] : statementsOf(document),
  }
}

function statementsOf(document: VexDocument) {
  return sortedStatements(document).map((sortedStatement) => statementOf(sortedStatement, document))
}

/** The schema requires at least one statement; this placeholder names no real vulnerability. */
function nothing({ product, madeAt }: VexDocument) {
  return {
    vulnerability: { name: 'no-known-vulnerability' },
    timestamp: madeAt.toISOString(),
    products: [{ '@id': product.id }],
    status: 'under_investigation',
    status_notes: 'No known vulnerabilities to make statements about.',
  }
}

function statementOf(statement: VexStatement, { product }: VexDocument) {
  const { vulnerability, component, status, justification, impact, action, notes, since } = statement
  return {
    vulnerability: {
      name: vulnerability.id,
      ...(vulnerability.description === undefined ? {} : { description: vulnerability.description }),
      ...(vulnerability.aliases.length === 0 ? {} : { aliases: [...vulnerability.aliases] }),
    },
    timestamp: since.toISOString(),
    products: [{ '@id': product.id, subcomponents: [{ '@id': component, identifiers: { purl: component } }] }],
    status,
    ...(notes === undefined ? {} : { status_notes: notes }),
    ...(justification === undefined ? {} : { justification }),
    ...(impact === undefined ? {} : { impact_statement: impact }),
    ...(action === undefined ? {} : { action_statement: action }),
  }
}
