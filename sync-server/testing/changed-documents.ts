import { connect } from '../../couchdb/client/couch-client.ts'

/** The last sequence of each database, by its name. */
export type Ends = Readonly<Record<string, string>>

interface ChangedDocument {
  _id: string
  _rev: string
  /** Different for every write (`couch/write.ts`). */
  writeId?: string
}

interface Changes {
  results: { deleted?: boolean; doc: ChangedDocument }[]
  last_seq: string
}

/** Lists what a run wrote into some databases, so that two runs can be compared. */
export function changedDocuments(couchdbUrl: string) {
  const couch = connect(couchdbUrl)
  const changes = async (database: string, query: string) =>
    (await couch.get(`/${database}/_changes?${query}`)) as unknown as Changes

  return {
    async ends(databases: readonly string[]): Promise<Ends> {
      const ends = databases.map(async (name) => [name, (await changes(name, 'since=now')).last_seq])
      return Object.fromEntries(await Promise.all(ends))
    },

    /**
     * Returns every existing document that was written since, as text: with the number of its writes, without times and
     * numbers, and with ids replaced so that runs are comparable. `names` maps ids to names.
     */
    async since(ends: Ends, names: Readonly<Record<string, string>>): Promise<string[]> {
      const found = await Promise.all(
        Object.entries(ends).map(async ([name, since]) => {
          const { results } = await changes(name, `since=${encodeURIComponent(since)}&include_docs=true`)
          // Every decider writes the lease, whatever it decides.
          const standing = results.filter(({ deleted, doc }) => !deleted && !doc._id.startsWith('lease:'))
          return standing.map(({ doc }) => `${name}: ${JSON.stringify(bare(doc))}`)
        }),
      )
      // ULIDs are numbered as they appear: two of one millisecond sort by chance.
      const blank = (text: string) => renamed(text.replace(ULID, '<ulid>'), names)
      const all = found
        .flat()
        .sort()
        .map((text) => [blank(text), text] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : Number(one > other)))
        .map(([, text]) => text)
      const ulids = [...new Set(all.flatMap((text) => text.match(ULID) ?? []))]
      const words = { ...names, ...Object.fromEntries(ulids.map((ulid, n) => [ulid, `ulid ${n}`])) }
      return all.map((text) => renamed(text, words)).sort()
    },
  }
}

const ULID = /[0-7][0-9A-HJKMNP-TV-Z]{25}/g
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g
/** Numbers of orders, tickets and bulk requests, which contain a time and random characters. */
const NUMBER = /(FLR|SUP|BLK)\d{13}[0-9A-Z]{3}/g

/** Replaces the revision by the number of writes, and removes the decider's counts of terms and turns. */
function bare({ _id, _rev, writeId: _, ...doc }: ChangedDocument): object {
  const written = Number.parseInt(_rev, 10)
  // A repeat writes a core document once more, so that a quorum has it.
  const writes = 'told' in doc ? {} : { written }
  return JSON.parse(JSON.stringify({ _id, ...writes, ...doc }), (key, value: unknown) => {
    if (key === 'term' || key === 'n') return 0
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? Object.fromEntries(Object.entries(value).sort()) : value
  })
}

function renamed(text: string, words: Readonly<Record<string, string>>): string {
  const named = Object.entries(words).reduce((all, [id, word]) => (id ? all.replaceAll(id, `<${word}>`) : all), text)
  return named.replace(TIME, '<time>').replace(NUMBER, '<$1>')
}
