import { isMailbox } from '../../design-docs/databases.ts'
import type { Comparison } from './compare.ts'

export interface DatabaseReport extends Comparison {
  database: string
}

/** Formats the table of compared databases; all mailboxes share one row. Each difference follows on its own line. */
export function tableOf(reports: DatabaseReport[]): string[] {
  const mailboxes = reports.filter(({ database }) => isMailbox(database))
  const others = reports.filter(({ database }) => !isMailbox(database)).sort(byName)
  const rows = [...others.map(rowOf), ...(mailboxes.length > 0 ? [sumOf(mailboxes)] : [])]
  const table = [['database', 'documents', 'deleted', 'compared'], ...rows]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const differences = reports.flatMap(({ database, differences }) => differences.map((what) => `${database}: ${what}.`))
  return [...lines, ...differences]
}

const byName = (a: DatabaseReport, b: DatabaseReport) => (a.database < b.database ? -1 : 1)

const rowOf = ({ database, documents, deleted, differences }: DatabaseReport): string[] => [
  database,
  String(documents),
  String(deleted),
  differences.length === 0 ? 'equal' : 'DIFFERENT',
]

function sumOf(mailboxes: DatabaseReport[]): string[] {
  const sum = (count: (outcome: DatabaseReport) => number) => mailboxes.reduce((all, one) => all + count(one), 0)
  const different = mailboxes.filter(({ differences }) => differences.length > 0).length
  return [
    `${mailboxes.length} mailboxes`,
    String(sum(({ documents }) => documents)),
    String(sum(({ deleted }) => deleted)),
    different === 0 ? 'equal' : `${different} DIFFERENT`,
  ]
}
