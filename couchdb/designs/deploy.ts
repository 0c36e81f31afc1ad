import type { CouchClient } from '../client/couch-client.ts'
import { type Design, digestOf, type JsonObject } from './design.ts'
import { waitForIndex } from './wait-for-index.ts'

export interface Deployment {
  couch: CouchClient
  /** The database's name. */
  database: string
  designs: Design[]
  /** Called with a line about every change. */
  changed: (line: string) => void
  /** Called every so often during a long build. */
  progress: (line: string) => void
  reportMs?: number
}

/** A design document with this member is ours, so we may remove it. Its value is the digest of the declared document. */
const MARK = 'mogra'

/**
 * Writes the declared design documents of a database, if they differ from the stored ones. A changed one is first
 * stored under another id and its index built there. CouchDB names index files by the code of the views, so the live
 * one finds its index complete after it is replaced in one write. Where there is nothing to index yet, it is put in place
 * at once. Safe to kill, to repeat and to run twice at once.
 */
export async function deployDesigns({ couch, database, designs, changed, ...reporting }: Deployment): Promise<void> {
  const base = `/${encodeURIComponent(database)}`
  const path = (name: string) => `${base}/_design/${encodeURIComponent(name)}`

  const stored = await readDesigns()
  const due = designs.filter((design) => !isDeployed(stored.get(design.name), design))
  const isEmpty = due.length > 0 && (await countDocuments()) === stored.size
  for (const design of due) await deploy(design)
  await removeUndeclared(due.length > 0 ? await readDesigns() : stored)
  // Runs always, because an earlier run may have been killed before this point.
  await couch.post(`${base}/_view_cleanup`, {})

  async function deploy(design: Design): Promise<void> {
    for (let live = stored.get(design.name); !isDeployed(live, design); live = await read(design.name)) {
      if (design.body.views !== undefined && !isEmpty && !(await stage(design))) continue
      if (await write(design.name, design, live?._rev)) return changed(`Put ${design.name} of ${database} in place.`)
    }
  }

  /** Returns false if another instance finished first and has removed the staged document. */
  async function stage(design: Design): Promise<boolean> {
    const staging = `${design.name}-staging-${design.digest}`
    // CouchDB refuses the write if the document exists: a killed run left it, or another instance is building it.
    await write(staging, design)
    return build(staging, design)
  }

  function build(name: string, { body }: Design): Promise<boolean> {
    return waitForIndex({ couch, base, name, views: body.views, ...reporting })
  }

  /** Every design document of the database, by its name. */
  async function readDesigns(): Promise<Map<string, JsonObject>> {
    const { rows } = await couch.get(`${base}/_design_docs?include_docs=true`)
    return new Map((rows as { doc: JsonObject }[]).map(({ doc }) => [String(doc._id).replace('_design/', ''), doc]))
  }

  /** Counts the design documents, too. */
  async function countDocuments(): Promise<number> {
    return Number((await couch.get(base)).doc_count)
  }

  async function read(name: string): Promise<JsonObject | undefined> {
    const { status, body } = await couch.try('GET', path(name))
    if (status !== 200 && status !== 404) throw refusal(status, `show ${name}`)
    return status === 200 ? Object(body) : undefined
  }

  /** Returns false if the document is not at that revision (any more). */
  async function write(name: string, { body, digest }: Design, rev?: unknown): Promise<boolean> {
    const doc = { ...(rev ? { _rev: rev } : {}), ...body, [MARK]: digest }
    const { status } = await couch.try('PUT', path(name), doc)
    if (status === 409) return false
    // 202: the cluster accepted the write and will complete it later.
    if (status !== 201 && status !== 202) throw refusal(status, `store ${name}`)
    return true
  }

  async function removeUndeclared(found: Map<string, JsonObject>): Promise<void> {
    const declared = new Set(designs.map(({ name }) => name))
    const undeclared = [...found]
      .filter(([name, { [MARK]: mark }]) => mark !== undefined && !declared.has(name))
      .map(([name, { _rev: rev }]) => ({ name, rev }))
    // CouchDB closes an index with the last design document that opened it, and loses what was not yet committed:
    // the live ones have to open the index before the staged ones are removed.
    if (undeclared.length > 0) for (const design of designs) await build(design.name, design)
    for (const { name, rev } of undeclared) {
      const { status } = await couch.try('DELETE', `${path(name)}?rev=${rev}`)
      // 404, 409: another instance was faster.
      if (![200, 202, 404, 409].includes(status)) throw refusal(status, `remove ${name}`)
      if (status < 300 && !name.includes('-staging-')) changed(`Removed ${name} of ${database}.`)
    }
  }

  function refusal(status: number, what: string): Error {
    return new Error(`CouchDB answered ${status} when asked to ${what} of ${database}.`)
  }
}

/** Compares the stored body too, not only its mark, because somebody may have changed it by hand. */
function isDeployed(stored: JsonObject | undefined, { digest }: Design): boolean {
  const { _id, _rev, [MARK]: mark, ...body } = stored ?? {}
  return mark === digest && digestOf(body) === digest
}
